/* What the compiled searches of _paths.c and _fields.c both read: the ways of `Roads`, in one row of numbers. */
#ifndef TRENCHLINE_ROADS_H
#define TRENCHLINE_ROADS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* How many cells, where the steps of each begin, then near and cost by turns. */
typedef struct { PyObject *held; const int *begins, *steps; int cells; } Packed;

/* The packed row of `ways`; `held` is NULL where they have none, else it is released when the search is done. */
static int packed_get(Packed *p, PyObject *ways) {
    p->held = NULL;
    if (!PyTuple_Check(ways) || PyTuple_CheckExact(ways)) return 0;
    static PyObject *name;
    if (!name && !(name = PyUnicode_InternFromString("packed"))) return -1;
    PyObject *row = PyObject_GetAttr(ways, name);
    if (!row) { PyErr_Clear(); return 0; }
    const int *at = PyBytes_Check(row) ? (const int *)PyBytes_AS_STRING(row) : NULL;
    Py_ssize_t numbers = at ? PyBytes_GET_SIZE(row) / (Py_ssize_t)sizeof(int) : 0;
    if (!numbers || at[0] < 0 || at[0] != PyTuple_GET_SIZE(ways) || numbers < at[0] + 2 || numbers != at[0] + 2 + 2 * (Py_ssize_t)at[at[0] + 1]) {
        PyErr_SetString(PyExc_ValueError, "packed ways do not fit their cells");
        Py_DECREF(row);
        return -1;
    }
    p->held = row; p->cells = at[0]; p->begins = at + 1; p->steps = at + 2 + at[0];
    return 0;
}

#endif
