/* The compiled twin of the two searches in paths.py: the same answers in the same order, proven by tests/core/test_paths.py.
   Built by hatch_build.py where there is a compiler; without it the Python of paths.py is used. */
#include "_roads.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FAR (1L << 30)
#define FORBIDDEN (1L << 20)
#define UNKNOWN 0x3f  /* each byte of a cost that is higher than any */

/* Cells that are still to be looked at, by what it costs to get there; first come, first served within a cost. */
typedef struct { int cell, next; } Node;
#define SHORT 64
#define ROOM 256
typedef struct {
    int *head, *tail; Node *nodes; long rings; int count, room;
    int head_short[SHORT], tail_short[SHORT]; Node nodes_few[ROOM];  /* where they do, nothing is allocated */
} Rings;

static int rings_make(Rings *r, long budget) {
    r->rings = budget + 1; r->count = 0; r->room = ROOM;
    r->head = r->rings <= SHORT ? r->head_short : malloc(sizeof(int) * r->rings);
    r->tail = r->rings <= SHORT ? r->tail_short : malloc(sizeof(int) * r->rings);
    r->nodes = r->nodes_few;
    if (!r->head || !r->tail) { PyErr_NoMemory(); return -1; }
    for (long i = 0; i < r->rings; i++) r->head[i] = r->tail[i] = -1;
    return 0;
}

static void rings_free(Rings *r) {
    if (r->head != r->head_short) free(r->head);
    if (r->tail != r->tail_short) free(r->tail);
    if (r->nodes != r->nodes_few) free(r->nodes);
}

static int rings_add(Rings *r, long ring, int cell) {
    if (r->count == r->room) {
        int own = r->nodes != r->nodes_few;
        Node *more = realloc(own ? r->nodes : NULL, sizeof(Node) * r->room * 2);
        if (!more) { PyErr_NoMemory(); return -1; }
        if (!own) memcpy(more, r->nodes_few, sizeof r->nodes_few);
        r->nodes = more; r->room *= 2;
    }
    Node *n = &r->nodes[r->count];
    n->cell = cell; n->next = -1;
    if (r->tail[ring] < 0) r->head[ring] = r->count; else r->nodes[r->tail[ring]].next = r->count;
    r->tail[ring] = r->count++;
    return 0;
}

/* A row of small numbers by cell: bytes and bytearrays as they are, anything else copied. */
typedef struct { Py_buffer view; unsigned char *own; const unsigned char *at; Py_ssize_t size; } Row;

static int row_get(Row *row, PyObject *from) {
    row->own = NULL; row->view.obj = NULL;
    if (PyObject_CheckBuffer(from)) {
        if (PyObject_GetBuffer(from, &row->view, PyBUF_SIMPLE) < 0) return -1;
        row->at = row->view.buf; row->size = row->view.len;
        return 0;
    }
    PyObject *fast = PySequence_Fast(from, "a row of numbers is needed");
    if (!fast) return -1;
    row->size = PySequence_Fast_GET_SIZE(fast);
    row->own = malloc(row->size ? row->size : 1);
    if (!row->own) { Py_DECREF(fast); PyErr_NoMemory(); return -1; }
    for (Py_ssize_t i = 0; i < row->size; i++) {
        long value = PyLong_AsLong(PySequence_Fast_GET_ITEM(fast, i));
        if (value == -1 && PyErr_Occurred()) { Py_DECREF(fast); free(row->own); row->own = NULL; return -1; }
        row->own[i] = (unsigned char)value;
    }
    Py_DECREF(fast);
    row->at = row->own;
    return 0;
}

static void row_drop(Row *row) {
    if (row->view.obj) PyBuffer_Release(&row->view);
    free(row->own);
}

static int three(PyObject *from, long *to) {
    if (PySequence_Size(from) < 3) { PyErr_SetString(PyExc_ValueError, "surcharges are three numbers"); return -1; }
    for (int i = 0; i < 3; i++) {
        PyObject *one = PySequence_GetItem(from, i);
        if (!one) return -1;
        to[i] = PyLong_AsLong(one);
        Py_DECREF(one);
        if (to[i] == -1 && PyErr_Occurred()) return -1;
    }
    return 0;
}

/* The steps out of a cell: a fast sequence of pairs. Borrowed from `fast`, which the caller releases. */
static PyObject *steps_of(PyObject *ways, int cell) {
    PyObject *row = PySequence_Fast_GET_ITEM(ways, cell);
    return PySequence_Fast(row, "the ways out of a cell are a sequence of pairs");
}

static int step_at(PyObject *steps, Py_ssize_t i, int cells, int *near, long *cost) {
    PyObject *pair = PySequence_Fast_GET_ITEM(steps, i);
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) { PyErr_SetString(PyExc_TypeError, "a way is a pair: cell and cost"); return -1; }
    long cell = PyLong_AsLong(PyTuple_GET_ITEM(pair, 0));
    *cost = PyLong_AsLong(PyTuple_GET_ITEM(pair, 1));
    if ((cell == -1 || *cost == -1) && PyErr_Occurred()) return -1;
    if (cell < 0 || cell >= cells) { PyErr_SetString(PyExc_IndexError, "a way leads to a cell that is not there"); return -1; }
    *near = (int)cell;
    return 0;
}

/* A dictionary with room for so many: one that grows is copied again and again. */
static PyObject *dict_for(Py_ssize_t entries) {
#if PY_VERSION_HEX < 0x030D0000
    return _PyDict_NewPresized(entries);
#else
    (void)entries;
    return PyDict_New();
#endif
}

/* The arguments of a call by place, those given by name among them; NULL where none was given. */
static int arguments(const char *const *names, Py_ssize_t least, Py_ssize_t most, PyObject *const *args, Py_ssize_t given,
                     PyObject *named, PyObject **to) {
    if (given > most) { PyErr_SetString(PyExc_TypeError, "too many arguments"); return -1; }
    for (Py_ssize_t i = 0; i < most; i++) to[i] = i < given ? args[i] : NULL;
    for (Py_ssize_t i = 0; named && i < PyTuple_GET_SIZE(named); i++) {
        PyObject *name = PyTuple_GET_ITEM(named, i);
        Py_ssize_t at = 0;
        while (at < most && PyUnicode_CompareWithASCIIString(name, names[at])) at++;
        if (at == most || to[at]) { PyErr_Format(PyExc_TypeError, "no such argument, or given twice: %U", name); return -1; }
        to[at] = args[given + i];
    }
    for (Py_ssize_t i = 0; i < least; i++)
        if (!to[i]) { PyErr_Format(PyExc_TypeError, "the argument %s is missing", names[i]); return -1; }
    return 0;
}

static int number(PyObject *from, long *to) {
    *to = PyLong_AsLong(from);
    return *to == -1 && PyErr_Occurred() ? -1 : 0;
}

static int put(PyObject *dict, long key, long value) {
    PyObject *k = PyLong_FromLong(key), *v = PyLong_FromLong(value);
    int failed = !k || !v || PyDict_SetItem(dict, k, v) < 0;
    Py_XDECREF(k); Py_XDECREF(v);
    return failed ? -1 : 0;
}

/* A row of numbers by cell that may be left out. */
static int row_maybe(Row *row, PyObject *from, int cells) {
    if (!from || from == Py_None) return 0;
    if (row_get(row, from) < 0) return -1;
    if (row->size < cells) { PyErr_SetString(PyExc_IndexError, "a row is shorter than the map"); return -1; }
    return 0;
}

#define FEW 1024  /* cells: as many find room on the stack */

/* What a search has found so far, and what steps are measured by. */
typedef struct {
    int *best, *from, *order, known, zone_to_zone; long budget, enter[3];
    Row barred, zone, toll_in; Rings rings;
} Search;

/* One step from a cell: what it costs is kept where it is the cheapest so far. */
static inline int step_to(Search *s, int cell, int held, int near, long total) {
    if (s->toll_in.at) total += s->toll_in.at[near];
    if (total >= s->best[near] || total > s->budget || s->barred.at[near]) return 0;
    int level = s->zone.at[near];
    if (level) {
        if (level > 2) { PyErr_SetString(PyExc_IndexError, "a zone has no such level"); return -1; }
        total += s->enter[level];
        if (total >= s->best[near] || total > s->budget || (level == 2 && held == 2 && !s->zone_to_zone)) return 0;
    }
    if (s->from[near] < 0) s->order[s->known++] = near;
    s->best[near] = (int)total;
    s->from[near] = cell;
    return rings_add(&s->rings, total, near);
}

/* The steps out of a cell by ways that are open only into some cells; -1 at a fault. */
static int steps_more(Search *s, const Packed *more, const Row *open, int cell, int held, long base) {
    for (int i = more->begins[cell]; i < more->begins[cell + 1]; i++) {
        int near = more->steps[2 * i];
        if (near < 0 || near >= more->cells) { PyErr_SetString(PyExc_IndexError, "a way leads to a cell that is not there"); return -1; }
        if (open->at[near] && step_to(s, cell, held, near, base + more->steps[2 * i + 1]) < 0) return -1;
    }
    return 0;
}

static PyObject *reach(PyObject *self, PyObject *const *args, Py_ssize_t given, PyObject *named) {
    static const char *const names[] = {"ways", "start", "budget", "barred", "zone", "enter", "leave", "at_least_one", "goal", "zone_to_zone", "toll_out", "toll_in", "fords", "fordable"};
    PyObject *in[14];
    if (arguments(names, 5, 14, args, given, named, in) < 0) return NULL;
    PyObject *ways_in = in[0], *barred_in = in[3], *zone_in = in[4], *enter_in = in[5], *leave_in = in[6];
    long start, goal = -1;
    Search s;
    memset(&s, 0, offsetof(Search, rings));
    s.rings.head = s.rings.tail = NULL; s.rings.nodes = NULL;
    if (number(in[1], &start) < 0 || number(in[2], &s.budget) < 0 || (in[8] && number(in[8], &goal) < 0)) return NULL;
    int at_least_one = in[7] ? PyObject_IsTrue(in[7]) : 0;
    s.zone_to_zone = in[9] ? PyObject_IsTrue(in[9]) : 0;
    if (at_least_one < 0 || s.zone_to_zone < 0) return NULL;
    long leave[3] = {0, 0, 0};
    if ((enter_in && three(enter_in, s.enter) < 0) || (leave_in && three(leave_in, leave) < 0)) return NULL;
    PyObject *ways = PySequence_Fast(ways_in, "ways are a sequence"), *cost = NULL, *came = NULL, *found = NULL;
    if (!ways) return NULL;
    int cells = (int)PySequence_Fast_GET_SIZE(ways);
    Row toll_out = {0}, fordable = {0};
    Packed roads = {0}, fords = {0};
    int best_few[FEW], from_few[FEW], order_few[FEW];
    s.best = cells <= FEW ? best_few : malloc(sizeof(int) * cells);
    s.from = cells <= FEW ? from_few : malloc(sizeof(int) * cells);
    s.order = cells <= FEW ? order_few : malloc(sizeof(int) * cells);
    if (!s.best || !s.from || !s.order) { PyErr_NoMemory(); goto out; }
    if (row_get(&s.barred, barred_in) < 0 || row_get(&s.zone, zone_in) < 0 || packed_get(&roads, ways_in) < 0) goto out;
    if (row_maybe(&toll_out, in[10], cells) < 0 || row_maybe(&s.toll_in, in[11], cells) < 0) goto out;
    if (in[12] && in[12] != Py_None && (packed_get(&fords, in[12]) < 0 || row_maybe(&fordable, in[13], cells) < 0)) goto out;
    if (in[12] && in[12] != Py_None && (!fords.held || fords.cells != cells || !fordable.at)) {
        PyErr_SetString(PyExc_ValueError, "fords are Roads of the same map, with the cells they lead into");
        goto out;
    }
    if (rings_make(&s.rings, s.budget < 0 ? -1 : s.budget) < 0) goto out;
    if (start < 0 || start >= cells || s.barred.size < cells || s.zone.size < cells || s.budget < 0) {
        PyErr_SetString(PyExc_IndexError, "the search leaves the map");
        goto out;
    }
    memset(s.best, UNKNOWN, sizeof(int) * cells);
    memset(s.from, -1, sizeof(int) * cells);
    s.best[start] = 0;
    if (rings_add(&s.rings, 0, (int)start) < 0) goto out;
    int reached_goal = 0;
    for (long spent = 0; spent <= s.budget && !reached_goal; spent++) {
        for (int at = s.rings.head[spent]; at >= 0; at = s.rings.nodes[at].next) {
            int cell = s.rings.nodes[at].cell;
            if (s.best[cell] != spent) continue;
            if (cell == goal) { reached_goal = 1; break; }
            int held = s.zone.at[cell];
            if (held > 2) { PyErr_SetString(PyExc_IndexError, "a zone has no such level"); goto out; }
            if (held == 2 && cell != start) continue;
            long base = spent + leave[held] + (toll_out.at ? toll_out.at[cell] : 0);
            if (roads.held) {
                for (int i = roads.begins[cell]; i < roads.begins[cell + 1]; i++) {
                    int near = roads.steps[2 * i];
                    if (near < 0 || near >= cells) { PyErr_SetString(PyExc_IndexError, "a way leads to a cell that is not there"); goto out; }
                    if (step_to(&s, cell, held, near, base + roads.steps[2 * i + 1]) < 0) goto out;
                }
                if (fords.held && steps_more(&s, &fords, &fordable, cell, held, base) < 0) goto out;
                continue;
            }
            PyObject *steps = steps_of(ways, cell);
            if (!steps) goto out;
            Py_ssize_t count = PySequence_Fast_GET_SIZE(steps);
            for (Py_ssize_t i = 0; i < count; i++) {
                int near; long step;
                if (step_at(steps, i, cells, &near, &step) < 0 || step_to(&s, cell, held, near, base + step) < 0) { Py_DECREF(steps); goto out; }
            }
            Py_DECREF(steps);
            if (fords.held && steps_more(&s, &fords, &fordable, cell, held, base) < 0) goto out;
        }
    }
    cost = dict_for(reached_goal ? 2 : s.known + 8); came = dict_for(s.known + 8);
    if (!cost || !came || put(cost, start, 0) < 0) goto out;
    if (reached_goal && put(cost, goal, s.best[goal]) < 0) goto out;
    for (int i = 0; i < s.known; i++) {
        if (!reached_goal && put(cost, s.order[i], s.best[s.order[i]]) < 0) goto out;
        if (put(came, s.order[i], s.from[s.order[i]]) < 0) goto out;
    }
    if (at_least_one && !reached_goal) {
        PyObject *steps = steps_of(ways, (int)start);
        if (!steps) goto out;
        Py_ssize_t count = PySequence_Fast_GET_SIZE(steps);
        for (Py_ssize_t i = 0; i < count; i++) {
            int near; long step;
            if (step_at(steps, i, cells, &near, &step) < 0) { Py_DECREF(steps); goto out; }
            int level = s.zone.at[near];
            if (level > 2 || near == start || s.from[near] >= 0 || s.barred.at[near] || s.enter[level] >= FORBIDDEN) continue;
            if (level == 2 && s.zone.at[start] == 2 && !s.zone_to_zone) continue;
            s.from[near] = (int)start;
            if (put(cost, near, s.budget) < 0 || put(came, near, start) < 0) { Py_DECREF(steps); goto out; }
        }
        Py_DECREF(steps);
    }
    found = PyTuple_Pack(2, cost, came);
out:
    Py_XDECREF(cost); Py_XDECREF(came); Py_DECREF(ways); Py_XDECREF(roads.held); Py_XDECREF(fords.held);
    rings_free(&s.rings); row_drop(&s.barred); row_drop(&s.zone); row_drop(&toll_out); row_drop(&s.toll_in); row_drop(&fordable);
    if (s.best != best_few) free(s.best);
    if (s.from != from_few) free(s.from);
    if (s.order != order_few) free(s.order);
    return found;
}

/* What is known of lines back to some goals: by cell the least cost and the next cell, and the cells in order of being entered
   and of being settled. */
typedef struct {
    PyObject *ways; Packed roads; Row barred; Rings rings;
    int cells, known, done, *best, *next, *entered, *settled, few[4 * FEW];
} Lines;

static void lines_free(Lines *l) {
    Py_XDECREF(l->ways); Py_XDECREF(l->roads.held);
    row_drop(&l->barred); rings_free(&l->rings);
    if (l->best != l->few) free(l->best);
}

static inline int line_to(Lines *l, int cell, int near, long total, long budget) {
    if (total >= l->best[near] || total > budget || l->barred.at[near]) return 0;
    if (l->next[near] < 0) l->entered[l->known++] = near;
    l->best[near] = (int)total;
    l->next[near] = cell;
    return rings_add(&l->rings, total, near);
}

static int lines_goals(Lines *l, PyObject *goals_in) {
    PyObject *goals = PySequence_List(goals_in);
    if (!goals) return -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(goals); i++) {
        long goal = PyLong_AsLong(PyList_GET_ITEM(goals, i));
        if (goal < 0 || goal >= l->cells) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "a goal is not on the map");
            Py_DECREF(goals);
            return -1;
        }
        if (l->barred.at[goal] || l->best[goal] == 0) continue;
        l->best[goal] = 0;
        if (rings_add(&l->rings, 0, (int)goal) < 0) { Py_DECREF(goals); return -1; }
    }
    Py_DECREF(goals);
    return 0;
}

/* The steps into a cell, from wherever they come. */
static int lines_back(Lines *l, int cell, long spent, long budget) {
    if (l->roads.held) {
        for (int i = l->roads.begins[cell]; i < l->roads.begins[cell + 1]; i++) {
            int near = l->roads.steps[2 * i];
            if (near < 0 || near >= l->cells) { PyErr_SetString(PyExc_IndexError, "a way leads to a cell that is not there"); return -1; }
            if (line_to(l, cell, near, spent + l->roads.steps[2 * i + 1], budget) < 0) return -1;
        }
        return 0;
    }
    PyObject *steps = steps_of(l->ways, cell);
    if (!steps) return -1;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(steps);
    for (Py_ssize_t i = 0; i < count; i++) {
        int near; long step;
        if (step_at(steps, i, l->cells, &near, &step) < 0 || line_to(l, cell, near, spent + step, budget) < 0) { Py_DECREF(steps); return -1; }
    }
    Py_DECREF(steps);
    return 0;
}

/* Whether the last of those that were wanted has been settled; -1 at a fault. */
static int none_left(PyObject *wanted, long cell, long *left) {
    PyObject *key = PyLong_FromLong(cell);
    if (!key) return -1;
    int one = PySet_Contains(wanted, key);
    Py_DECREF(key);
    return one < 0 ? -1 : one && !--*left;
}

static int lines_find(Lines *l, PyObject *ways_in, PyObject *goals, long budget, PyObject *barred_in, PyObject *wanted) {
    memset(l, 0, offsetof(Lines, few));
    l->rings.head = l->rings.tail = NULL; l->rings.nodes = NULL;
    l->ways = PySequence_Fast(ways_in, "ways are a sequence");
    if (!l->ways) return -1;
    l->cells = (int)PySequence_Fast_GET_SIZE(l->ways);
    l->best = l->cells <= FEW ? l->few : malloc(sizeof(int) * 4 * l->cells);
    if (!l->best) { PyErr_NoMemory(); return -1; }
    l->next = l->best + l->cells; l->entered = l->next + l->cells; l->settled = l->entered + l->cells;
    if (packed_get(&l->roads, ways_in) < 0 || row_get(&l->barred, barred_in) < 0) return -1;
    if (rings_make(&l->rings, budget < 0 ? -1 : budget) < 0) return -1;
    if (l->barred.size < l->cells || budget < 0) { PyErr_SetString(PyExc_IndexError, "the search leaves the map"); return -1; }
    memset(l->best, UNKNOWN, sizeof(int) * l->cells);
    memset(l->next, -1, sizeof(int) * l->cells);
    if (lines_goals(l, goals) < 0) return -1;
    long left = wanted ? PySet_GET_SIZE(wanted) : 0;
    for (long spent = 0; spent <= budget; spent++) {
        for (int at = l->rings.head[spent]; at >= 0; at = l->rings.nodes[at].next) {
            int cell = l->rings.nodes[at].cell;
            if (l->best[cell] != spent) continue;
            l->settled[l->done++] = cell;
            int ended = left ? none_left(wanted, cell, &left) : 0;
            if (ended < 0) return -1;
            if (ended) return 0;
            if (lines_back(l, cell, spent, budget) < 0) return -1;
        }
    }
    return 0;
}

static PyObject *trace(PyObject *self, PyObject *const *args, Py_ssize_t given, PyObject *named) {
    static const char *const names[] = {"ways_in", "goals", "budget", "barred", "wanted"};
    PyObject *in[5], *wanted = NULL, *settled = NULL, *onward = NULL, *found = NULL;
    long budget;
    if (arguments(names, 4, 5, args, given, named, in) < 0 || number(in[2], &budget) < 0) return NULL;
    if (in[4] && !(wanted = PySet_New(in[4]))) return NULL;
    Lines l;
    if (lines_find(&l, in[0], in[1], budget, in[3], wanted) < 0) goto out;
    settled = dict_for(l.done); onward = dict_for(l.known);
    if (!settled || !onward) goto out;
    for (int i = 0; i < l.done; i++) if (put(settled, l.settled[i], l.best[l.settled[i]]) < 0) goto out;
    for (int i = 0; i < l.known; i++) if (put(onward, l.entered[i], l.next[l.entered[i]]) < 0) goto out;
    found = PyTuple_Pack(2, settled, onward);
out:
    lines_free(&l);
    Py_XDECREF(wanted); Py_XDECREF(settled); Py_XDECREF(onward);
    return found;
}

static PyObject *linked(PyObject *self, PyObject *const *args, Py_ssize_t given, PyObject *named) {
    static const char *const names[] = {"ways_in", "goals", "budget", "barred"};
    PyObject *in[4], *found = NULL;
    long budget;
    if (arguments(names, 4, 4, args, given, named, in) < 0 || number(in[2], &budget) < 0) return NULL;
    Lines l;
    if (lines_find(&l, in[0], in[1], budget, in[3], NULL) == 0 && (found = PyByteArray_FromStringAndSize(NULL, l.cells))) {
        memset(PyByteArray_AS_STRING(found), 0, l.cells);
        for (int i = 0; i < l.done; i++) PyByteArray_AS_STRING(found)[l.settled[i]] = 1;
    }
    lines_free(&l);
    return found;
}

static PyMethodDef methods[] = {
    {"reach", (PyCFunction)(void (*)(void))reach, METH_FASTCALL | METH_KEYWORDS, "See paths.reach."},
    {"trace", (PyCFunction)(void (*)(void))trace, METH_FASTCALL | METH_KEYWORDS, "See paths.trace."},
    {"linked", (PyCFunction)(void (*)(void))linked, METH_FASTCALL | METH_KEYWORDS, "See paths.linked."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_paths", "The searches of paths.py, compiled.", -1, methods};

PyMODINIT_FUNC PyInit__paths(void) { return PyModule_Create(&module); }
