"""The OpenAPI document: what FastAPI knows of calls and bodies, and the documents that answer them."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Iterator
from inspect import getdoc, getsource
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.routing import APIRoute
from msgspec import UnsetType, inspect

from .errors import ErrorDocument

REF = "#/components/schemas/{name}"
REMARK = re.compile(r"^    (\w+): .*?  # (.+)$", re.M)
Schema = dict[str, Any]


def describe_answers(app: FastAPI) -> None:
    """Let the application's OpenAPI document have the answers, too. It is made when it is first asked for."""
    plain = app.openapi

    def openapi() -> Schema:
        if app.openapi_schema is None:
            _add_answers(plain(), list(answers_of(app)))
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def answers_of(app: FastAPI) -> Iterator[tuple[APIRoute, object]]:
    """Each call that the document lists, and what answers it."""
    for route in app.routes:
        if isinstance(route, APIRoute) and route.include_in_schema:
            yield route, route.endpoint.answer  # type: ignore[attr-defined]


def schemas_of(kinds: Iterable[object]) -> tuple[list[Schema], dict[str, Schema]]:
    """The schemas of some answers, and of all structs in them by name. What a struct always sends is required, though it may
    have a default."""
    wanted = list(kinds)
    found, structs = msgspec.json.schema_components(wanted, ref_template=REF)
    for struct in _structs(wanted):
        schema = structs[struct.__name__]
        schema["description"] = getdoc(struct)
        schema.pop("required", None)
        fields = [field for field in msgspec.structs.fields(struct) if not _may_be_left_out(struct, field)]
        if fields:
            schema["required"] = [field.encode_name for field in fields]
        remarks = _remarks(struct)
        for name, part in schema["properties"].items():
            part.pop("default", None)  # nobody sends these documents to us
            if name in remarks:
                part["description"] = remarks[name]
    return list(found), structs


def _remarks(struct: type[msgspec.Struct]) -> dict[str, str]:
    """What the source says of a struct's fields, behind each."""
    parents = [parent for parent in struct.__mro__ if issubclass(parent, msgspec.Struct) and parent is not msgspec.Struct]
    return {name: remark for parent in reversed(parents) for name, remark in REMARK.findall(getsource(parent))}


def _may_be_left_out(struct: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> bool:
    return UnsetType in typing.get_args(field.type) or (struct.__struct_config__.omit_defaults and not field.required)


def _structs(kinds: Iterable[object]) -> set[type[msgspec.Struct]]:
    """Every struct in some types."""
    found: set[type[msgspec.Struct]] = set()
    unread: list[object] = list(inspect.multi_type_info(kinds))
    while unread:
        info = unread.pop()
        if isinstance(info, inspect.StructType):
            if info.cls in found:
                continue
            found.add(info.cls)
            unread += [field.type for field in info.fields]
        elif isinstance(info, inspect.UnionType):
            unread += info.types
        elif isinstance(info, inspect.DictType):
            unread.append(info.value_type)
        elif isinstance(info, inspect.TupleType):
            unread += info.item_types
        elif isinstance(info, inspect.CollectionType):
            unread.append(info.item_type)
    return found


def _add_answers(document: Schema, calls: list[tuple[APIRoute, object]]) -> None:
    schemas, structs = schemas_of([*(kind for _, kind in calls), ErrorDocument])
    *found, refused = schemas
    known = document.setdefault("components", {}).setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):  # every error has one shape here
        known.pop(unused, None)
    known.update(structs)
    for (route, _), schema in zip(calls, found, strict=True):
        for method in route.methods or ():
            call = document["paths"][route.path_format][method.lower()]
            call["responses"] = {
                "200": _json("What is asked for", schema),
                "default": _json("It was refused, and nothing has changed", refused),
            }


def _json(about: str, schema: Schema) -> Schema:
    return {"description": about, "content": {"application/json": {"schema": schema}}}
