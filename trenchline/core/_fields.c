/* The compiled twin of fields.py: the same numbers to the last bit, proven by tests/core/test_fields.py. Sums are taken in
   the order of the Python, and hatch_build.py forbids the compiler to fuse a product into a sum.
   Built where there is a compiler; without it the Python of fields.py is used. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>
#include <string.h>

#define DISTANCES 256 /* that a row of bytes can have */

/* The numbers of a sequence as doubles, in memory that the caller frees. */
static double *numbers(PyObject *from, Py_ssize_t *count) {
    PyObject *fast = PySequence_Fast(from, "a sequence of numbers is needed");
    if (!fast) return NULL;
    *count = PySequence_Fast_GET_SIZE(fast);
    double *found = malloc(sizeof(double) * (*count ? *count : 1));
    if (!found) { Py_DECREF(fast); PyErr_NoMemory(); return NULL; }
    PyObject **items = PySequence_Fast_ITEMS(fast);
    for (Py_ssize_t i = 0; i < *count; i++) {
        found[i] = PyFloat_AsDouble(items[i]);
        if (found[i] == -1.0 && PyErr_Occurred()) { Py_DECREF(fast); free(found); return NULL; }
    }
    Py_DECREF(fast);
    return found;
}

static PyObject *as_list(const double *values, Py_ssize_t count) {
    PyObject *found = PyList_New(count);
    for (Py_ssize_t i = 0; found && i < count; i++) {
        PyObject *one = PyFloat_FromDouble(values[i]);
        if (!one) { Py_CLEAR(found); break; }
        PyList_SET_ITEM(found, i, one);
    }
    return found;
}

/* `summed`, or `strongest` where only the most that is felt counts. */
static PyObject *felt_field(PyObject *args, PyObject *kw, int only_most) {
    static char *names[] = {"cells", "rows", "amounts", "shares", NULL};
    PyObject *rows_in, *amounts_in, *shares_in, *found = NULL;
    Py_ssize_t cells, sources, reach;
    if (!PyArg_ParseTupleAndKeywords(args, kw, "nOOO", names, &cells, &rows_in, &amounts_in, &shares_in)) return NULL;
    PyObject *rows = PySequence_Fast(rows_in, "rows are a sequence of bytes");
    if (!rows) return NULL;
    double *amounts = numbers(amounts_in, &sources), *shares = amounts ? numbers(shares_in, &reach) : NULL, *sums = NULL;
    if (!amounts || !shares) goto out;
    if (PySequence_Fast_GET_SIZE(rows) != sources) { PyErr_SetString(PyExc_ValueError, "each source has a row and an amount"); goto out; }
    for (Py_ssize_t i = 0; i < sources; i++) {
        PyObject *row = PySequence_Fast_GET_ITEM(rows, i);
        if (!PyBytes_Check(row)) { PyErr_SetString(PyExc_TypeError, "a row is bytes"); goto out; }
        if (PyBytes_GET_SIZE(row) != cells) { PyErr_SetString(PyExc_ValueError, "a row has a distance for each cell"); goto out; }
    }
    sums = cells < 0 ? NULL : calloc(cells + 1, sizeof(double));
    if (!sums) { PyErr_NoMemory(); goto out; }
    for (Py_ssize_t i = 0; i < sources; i++) {
        const unsigned char *row = (const unsigned char *)PyBytes_AS_STRING(PySequence_Fast_GET_ITEM(rows, i));
        double felt[DISTANCES] = {0.0};
        for (Py_ssize_t far = 0; far < reach && far < DISTANCES; far++) felt[far] = amounts[i] * shares[far];
        if (only_most) {
            for (Py_ssize_t x = 0; x < cells; x++) if (felt[row[x]] > sums[x]) sums[x] = felt[row[x]];
        } else {
            for (Py_ssize_t x = 0; x < cells; x++) sums[x] += felt[row[x]];
        }
    }
    found = as_list(sums, cells);
out:
    Py_DECREF(rows);
    free(amounts); free(shares); free(sums);
    return found;
}

static PyObject *summed(PyObject *self, PyObject *args, PyObject *kw) { return felt_field(args, kw, 0); }

static PyObject *strongest(PyObject *self, PyObject *args, PyObject *kw) { return felt_field(args, kw, 1); }

static PyObject *added(PyObject *self, PyObject *args, PyObject *kw) {
    static char *names[] = {"one", "other", "times", NULL};
    PyObject *one_in, *other_in, *found = NULL;
    double times = 1.0;
    if (!PyArg_ParseTupleAndKeywords(args, kw, "OO|d", names, &one_in, &other_in, &times)) return NULL;
    Py_ssize_t cells, others;
    double *one = numbers(one_in, &cells), *other = one ? numbers(other_in, &others) : NULL;
    if (!one || !other) goto out;
    if (cells != others) { PyErr_SetString(PyExc_ValueError, "both fields are of one map"); goto out; }
    for (Py_ssize_t x = 0; x < cells; x++) one[x] += times * other[x];
    found = as_list(one, cells);
out:
    free(one); free(other);
    return found;
}

/* Cells that are still to be looked at, by what it costs to get there; first come, first served within a cost. */
typedef struct { int cell, next; } Node;

static PyObject *how_far(PyObject *self, PyObject *args, PyObject *kw) {
    static char *names[] = {"ways", "starts", "limit", "barred", NULL};
    PyObject *ways_in, *starts_in, *barred_in, *found = NULL;
    long limit;
    if (!PyArg_ParseTupleAndKeywords(args, kw, "OOlO", names, &ways_in, &starts_in, &limit, &barred_in)) return NULL;
    if (limit < 0 || limit >= DISTANCES) { PyErr_SetString(PyExc_ValueError, "a limit is a byte"); return NULL; }
    PyObject *ways = PySequence_Fast(ways_in, "ways are a sequence"), *starts = NULL, *barred = NULL;
    if (!ways) return NULL;
    Py_ssize_t cells = PySequence_Fast_GET_SIZE(ways);
    Node *nodes = NULL;
    int count = 0, room = 1024, head[DISTANCES], tail[DISTANCES];
    if (!(starts = PySequence_List(starts_in)) || !(barred = PyBytes_FromObject(barred_in))) goto out;
    if (PyBytes_GET_SIZE(barred) < cells) { PyErr_SetString(PyExc_IndexError, "the search leaves the map"); goto out; }
    if (!(found = PyBytes_FromStringAndSize(NULL, cells))) goto out;
    if (!(nodes = malloc(sizeof(Node) * room))) { PyErr_NoMemory(); goto fault; }
    unsigned char *best = (unsigned char *)PyBytes_AS_STRING(found), *bars = (unsigned char *)PyBytes_AS_STRING(barred);
    memset(best, (int)limit, cells);
    for (int i = 0; i < DISTANCES; i++) head[i] = tail[i] = -1;
#define ADD(ring, at) do { \
        if (count == room) { \
            Node *more = realloc(nodes, sizeof(Node) * room * 2); \
            if (!more) { PyErr_NoMemory(); goto fault; } \
            nodes = more; room *= 2; \
        } \
        nodes[count].cell = (int)(at); nodes[count].next = -1; \
        if (tail[ring] < 0) head[ring] = count; else nodes[tail[ring]].next = count; \
        tail[ring] = count++; \
    } while (0)
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(starts); i++) {
        long start = PyLong_AsLong(PyList_GET_ITEM(starts, i));
        if (start < 0 || start >= cells) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "a start is not on the map");
            goto fault;
        }
        if (!limit || !best[start] || bars[start]) continue;
        best[start] = 0;
        ADD(0, start);
    }
    for (long spent = 0; spent < limit; spent++) {
        for (int at = head[spent]; at >= 0; at = nodes[at].next) {
            int cell = nodes[at].cell;
            if (best[cell] != spent) continue;
            PyObject *steps = PySequence_Fast(PySequence_Fast_GET_ITEM(ways, cell), "the ways out of a cell are a sequence of pairs");
            if (!steps) goto fault;
            for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(steps); i++) {
                PyObject *pair = PySequence_Fast_GET_ITEM(steps, i);
                if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
                    PyErr_SetString(PyExc_TypeError, "a way is a pair: cell and cost");
                    Py_DECREF(steps);
                    goto fault;
                }
                long near = PyLong_AsLong(PyTuple_GET_ITEM(pair, 0)), total = spent + PyLong_AsLong(PyTuple_GET_ITEM(pair, 1));
                if (PyErr_Occurred() || near < 0 || near >= cells || total < spent) {
                    if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "a way leads to a cell that is not there");
                    Py_DECREF(steps);
                    goto fault;
                }
                if (total >= best[near] || bars[near]) continue;
                best[near] = (unsigned char)total;
                ADD(total, near);
            }
            Py_DECREF(steps);
        }
    }
    goto out;
fault:
    Py_CLEAR(found);
out:
    Py_XDECREF(starts); Py_XDECREF(barred); Py_DECREF(ways);
    free(nodes);
    return found;
}

static PyMethodDef methods[] = {
    {"summed", (PyCFunction)(void (*)(void))summed, METH_VARARGS | METH_KEYWORDS, "See fields.summed."},
    {"strongest", (PyCFunction)(void (*)(void))strongest, METH_VARARGS | METH_KEYWORDS, "See fields.strongest."},
    {"added", (PyCFunction)(void (*)(void))added, METH_VARARGS | METH_KEYWORDS, "See fields.added."},
    {"how_far", (PyCFunction)(void (*)(void))how_far, METH_VARARGS | METH_KEYWORDS, "See fields.how_far."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_fields", "The fields of fields.py, compiled.", -1, methods};

PyMODINIT_FUNC PyInit__fields(void) { return PyModule_Create(&module); }
