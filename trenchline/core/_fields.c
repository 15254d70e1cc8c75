/* The compiled twin of fields.py: the same numbers to the last bit, proven by tests/core/test_fields.py. Sums are taken in
   the order of the Python, and hatch_build.py forbids the compiler to fuse a product into a sum.
   Built where there is a compiler; without it the Python of fields.py is used. */
#include "_roads.h"
#include <stdlib.h>
#include <string.h>

#define DISTANCES 256 /* that a row of bytes can have */
#define LEVELS 3 /* of zones: free, hindered, stopped */
#define FAR (1 << 30)
#define FORBIDDEN (1L << 20)

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
typedef struct { Node *nodes; int count, room, *head, *tail; } Queue;

static int queue_add(Queue *q, long ring, int cell) {
    if (q->count == q->room) {
        Node *more = realloc(q->nodes, sizeof(Node) * (q->room ? q->room * 2 : 1024));
        if (!more) { PyErr_NoMemory(); return -1; }
        q->nodes = more; q->room = q->room ? q->room * 2 : 1024;
    }
    q->nodes[q->count].cell = cell; q->nodes[q->count].next = -1;
    if (q->tail[ring] < 0) q->head[ring] = q->count; else q->nodes[q->tail[ring]].next = q->count;
    q->tail[ring] = q->count++;
    return 0;
}

/* Ways as one row of numbers: those of `Roads` as they are, others copied into memory that is freed with them. */
typedef struct { PyObject *held; int *own; const int *begins, *steps; int cells; } Ways;

static void ways_drop(Ways *w) { Py_XDECREF(w->held); free(w->own); }

static int ways_get(Ways *w, PyObject *from) {
    Packed packed;
    w->held = NULL; w->own = NULL;
    if (packed_get(&packed, from) < 0) return -1;
    if (packed.held) { w->held = packed.held; w->begins = packed.begins; w->steps = packed.steps; w->cells = packed.cells; return 0; }
    PyObject *rows = PySequence_Fast(from, "ways are a sequence");
    if (!rows) return -1;
    Py_ssize_t cells = PySequence_Fast_GET_SIZE(rows), count = 0;
    for (Py_ssize_t x = 0; x < cells; x++) {
        Py_ssize_t here = PySequence_Size(PySequence_Fast_GET_ITEM(rows, x));
        if (here < 0) { Py_DECREF(rows); return -1; }
        count += here;
    }
    int *at = w->own = malloc(sizeof(int) * (cells + 1 + 2 * count));
    if (!at) { Py_DECREF(rows); PyErr_NoMemory(); return -1; }
    int *steps = at + cells + 1, done = 0;
    for (Py_ssize_t x = 0; x < cells; x++) {
        at[x] = done;
        PyObject *row = PySequence_Fast(PySequence_Fast_GET_ITEM(rows, x), "the ways out of a cell are a sequence of pairs");
        if (!row) goto fault;
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(row); i++) {
            PyObject *pair = PySequence_Fast_GET_ITEM(row, i);
            int pairs = PyTuple_Check(pair) && PyTuple_GET_SIZE(pair) == 2;
            if (!pairs || done == count) PyErr_SetString(PyExc_TypeError, "a way is a pair: cell and cost");
            else {
                steps[2 * done] = (int)PyLong_AsLong(PyTuple_GET_ITEM(pair, 0));
                steps[2 * done + 1] = (int)PyLong_AsLong(PyTuple_GET_ITEM(pair, 1));
                done++;
            }
            if (PyErr_Occurred()) { Py_DECREF(row); goto fault; }
        }
        Py_DECREF(row);
    }
    at[cells] = done;
    w->begins = at; w->steps = steps; w->cells = (int)cells;
    Py_DECREF(rows);
    return 0;
fault:
    Py_DECREF(rows);
    return -1;
}

/* A row of bytes by cell, at least so many: the object to release. */
static PyObject *row_of(PyObject *from, Py_ssize_t cells, const unsigned char **at) {
    PyObject *row = PyBytes_FromObject(from);
    if (!row) return NULL;
    if (PyBytes_GET_SIZE(row) < cells) {
        PyErr_SetString(PyExc_IndexError, "the search leaves the map");
        Py_DECREF(row);
        return NULL;
    }
    *at = (const unsigned char *)PyBytes_AS_STRING(row);
    return row;
}

static int on_map(long cell, int cells, const char *fault) {
    if (cell >= 0 && cell < cells) return 1;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, fault);
    return 0;
}

#define NO_WAY "a way leads to a cell that is not there"

static PyObject *how_far(PyObject *self, PyObject *args, PyObject *kw) {
    static char *names[] = {"ways", "starts", "limit", "barred", NULL};
    PyObject *ways_in, *starts_in, *barred_in, *found = NULL, *starts = NULL, *row = NULL;
    long limit;
    if (!PyArg_ParseTupleAndKeywords(args, kw, "OOlO", names, &ways_in, &starts_in, &limit, &barred_in)) return NULL;
    if (limit < 0 || limit >= DISTANCES) { PyErr_SetString(PyExc_ValueError, "a limit is a byte"); return NULL; }
    Ways ways;
    if (ways_get(&ways, ways_in) < 0) { ways_drop(&ways); return NULL; }
    int head[DISTANCES], tail[DISTANCES];
    Queue queue = {NULL, 0, 0, head, tail};
    const unsigned char *barred;
    if (!(starts = PySequence_List(starts_in)) || !(row = row_of(barred_in, ways.cells, &barred))) goto out;
    if (!(found = PyBytes_FromStringAndSize(NULL, ways.cells))) goto out;
    unsigned char *best = (unsigned char *)PyBytes_AS_STRING(found);
    memset(best, (int)limit, ways.cells);
    for (int i = 0; i < DISTANCES; i++) head[i] = tail[i] = -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(starts); i++) {
        long start = PyLong_AsLong(PyList_GET_ITEM(starts, i));
        if (!on_map(start, ways.cells, "a start is not on the map")) goto fault;
        if (!limit || !best[start] || barred[start]) continue;
        best[start] = 0;
        if (queue_add(&queue, 0, (int)start) < 0) goto fault;
    }
    for (long spent = 0; spent < limit; spent++) {
        for (int at = head[spent]; at >= 0; at = queue.nodes[at].next) {
            int cell = queue.nodes[at].cell;
            if (best[cell] != spent) continue;
            for (int i = ways.begins[cell]; i < ways.begins[cell + 1]; i++) {
                int near = ways.steps[2 * i];
                long total = spent + ways.steps[2 * i + 1];
                if (!on_map(near, ways.cells, NO_WAY) || !on_map(total - spent, FAR, "a way costs less than nothing")) goto fault;
                if (total >= best[near] || barred[near]) continue;
                best[near] = (unsigned char)total;
                if (queue_add(&queue, total, near) < 0) goto fault;
            }
        }
    }
    goto out;
fault:
    Py_CLEAR(found);
out:
    Py_XDECREF(starts); Py_XDECREF(row);
    ways_drop(&ways);
    free(queue.nodes);
    return found;
}

/* What `swept` asks of a search: as `reach` of _paths.c has it, but nothing is said of costs and ways. */
typedef struct {
    Ways ways; const unsigned char *barred, *zone; long enter[LEVELS], leave[LEVELS]; int *best; Queue queue;
} Sweep;

static int sweep(Sweep *s, int start, long budget, int at_least_one, unsigned char *marked) {
    for (int x = 0; x < s->ways.cells; x++) s->best[x] = FAR;
    for (long i = 0; i <= budget; i++) s->queue.head[i] = s->queue.tail[i] = -1;
    s->queue.count = 0; s->best[start] = 0; marked[start] = 1;
    if (queue_add(&s->queue, 0, start) < 0) return -1;
    for (long spent = 0; spent <= budget; spent++) {
        for (int at = s->queue.head[spent]; at >= 0; at = s->queue.nodes[at].next) {
            int cell = s->queue.nodes[at].cell, held = s->zone[cell];
            if (s->best[cell] != spent || (held == 2 && cell != start)) continue;
            for (int i = s->ways.begins[cell]; i < s->ways.begins[cell + 1]; i++) {
                int near = s->ways.steps[2 * i], level;
                if (!on_map(near, s->ways.cells, NO_WAY)) return -1;
                long total = spent + s->leave[held] + s->ways.steps[2 * i + 1];
                if (total < spent || s->barred[near]) continue;
                if ((level = s->zone[near])) total += s->enter[level];
                if (total >= s->best[near] || total > budget || (level == 2 && held == 2)) continue;
                s->best[near] = (int)total; marked[near] = 1;
                if (queue_add(&s->queue, total, near) < 0) return -1;
            }
        }
    }
    for (int i = s->ways.begins[start]; at_least_one && i < s->ways.begins[start + 1]; i++) {
        int near = s->ways.steps[2 * i];
        if (!on_map(near, s->ways.cells, NO_WAY)) return -1;
        if (s->barred[near] || s->enter[s->zone[near]] >= FORBIDDEN || (s->zone[near] == 2 && s->zone[start] == 2)) continue;
        marked[near] = 1;
    }
    return 0;
}

static int levels(PyObject *from, long *to) {
    PyObject *fast = PySequence_Fast(from, "surcharges are three numbers");
    if (!fast) return -1;
    if (PySequence_Fast_GET_SIZE(fast) != LEVELS) PyErr_SetString(PyExc_ValueError, "surcharges are three numbers");
    for (int i = 0; i < LEVELS && !PyErr_Occurred(); i++) to[i] = PyLong_AsLong(PySequence_Fast_GET_ITEM(fast, i));
    Py_DECREF(fast);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *swept(PyObject *self, PyObject *args, PyObject *kw) {
    static char *names[] = {"ways", "movers", "barred", "zone", "enter", "leave", "at_least_one", NULL};
    PyObject *ways_in, *movers_in, *barred_in, *zone_in, *enter_in, *leave_in, *found = NULL;
    PyObject *movers = NULL, *barred = NULL, *zone = NULL;
    int at_least_one = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kw, "OOOOOO|p", names, &ways_in, &movers_in, &barred_in, &zone_in, &enter_in, &leave_in, &at_least_one)) return NULL;
    Sweep s;
    memset(&s, 0, sizeof s);
    if (levels(enter_in, s.enter) < 0 || levels(leave_in, s.leave) < 0 || ways_get(&s.ways, ways_in) < 0) goto out;
    int cells = s.ways.cells;
    if (!(movers = PySequence_Fast(movers_in, "movers are a sequence of pairs"))) goto out;
    if (!(barred = row_of(barred_in, cells, &s.barred)) || !(zone = row_of(zone_in, cells, &s.zone))) goto out;
    for (int x = 0; x < cells; x++) if (s.zone[x] >= LEVELS) { PyErr_SetString(PyExc_IndexError, "a zone has no such level"); goto out; }
    long most = 0;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(movers);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *pair = PySequence_Fast_GET_ITEM(movers, i);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) { PyErr_SetString(PyExc_TypeError, "a mover is a pair: cell and budget"); goto out; }
        long budget = PyLong_AsLong(PyTuple_GET_ITEM(pair, 1));
        if (!on_map(PyLong_AsLong(PyTuple_GET_ITEM(pair, 0)), cells, "a mover is not on the map")) goto out;
        if (!on_map(budget, FAR, "a budget is less than nothing")) goto out;
        if (budget > most) most = budget;
    }
    s.best = malloc(sizeof(int) * (cells + 1));
    s.queue.head = malloc(sizeof(int) * 2 * (most + 1));
    if (!s.best || !s.queue.head) { PyErr_NoMemory(); goto out; }
    s.queue.tail = s.queue.head + most + 1;
    if (!(found = PyBytes_FromStringAndSize(NULL, cells))) goto out;
    unsigned char *marked = (unsigned char *)PyBytes_AS_STRING(found);
    memset(marked, 0, cells);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *pair = PySequence_Fast_GET_ITEM(movers, i);
        int start = (int)PyLong_AsLong(PyTuple_GET_ITEM(pair, 0));
        if (sweep(&s, start, PyLong_AsLong(PyTuple_GET_ITEM(pair, 1)), at_least_one, marked) < 0) { Py_CLEAR(found); break; }
    }
out:
    Py_XDECREF(movers); Py_XDECREF(barred); Py_XDECREF(zone);
    ways_drop(&s.ways);
    free(s.best); free(s.queue.head); free(s.queue.nodes);
    return found;
}

static PyMethodDef methods[] = {
    {"summed", (PyCFunction)(void (*)(void))summed, METH_VARARGS | METH_KEYWORDS, "See fields.summed."},
    {"strongest", (PyCFunction)(void (*)(void))strongest, METH_VARARGS | METH_KEYWORDS, "See fields.strongest."},
    {"added", (PyCFunction)(void (*)(void))added, METH_VARARGS | METH_KEYWORDS, "See fields.added."},
    {"how_far", (PyCFunction)(void (*)(void))how_far, METH_VARARGS | METH_KEYWORDS, "See fields.how_far."},
    {"swept", (PyCFunction)(void (*)(void))swept, METH_VARARGS | METH_KEYWORDS, "See fields.swept."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_fields", "The fields of fields.py, compiled.", -1, methods};

PyMODINIT_FUNC PyInit__fields(void) { return PyModule_Create(&module); }
