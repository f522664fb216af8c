"""The description of the API as a page without scripts: every address, what it takes and what it answers."""

from __future__ import annotations

from html import escape
from typing import Any

Schema = dict[str, Any]


def reference_page(api: Schema) -> str:
    """Return the HTML of an OpenAPI description."""
    info = {name: escape(text) for name, text in api["info"].items()}
    parts = [f"<h1>{info['title']} {info['version']}: the API</h1>"]
    parts.append(f"<p>{info['description']} As a file: <a href='openapi.json'>openapi.json</a>.</p>")
    for path, methods in api["paths"].items():
        parts += [_route(path, method, route) for method, route in methods.items()]
    parts.append("<h2>Shapes</h2>")
    parts += [_model(name, model) for name, model in api.get("components", {}).get("schemas", {}).items()]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{info['title']}: the API</title>{''.join(parts)}</html>"
    )


def _route(path: str, method: str, route: Schema) -> str:
    rows = [
        (
            one["name"],
            "" if one.get("required") else "may be left out",
            _kind(one["schema"]),
            one.get("description", ""),
        )
        for one in route.get("parameters", [])
    ]
    body = _content(route.get("requestBody", {}))
    answer = _content(route["responses"].get("200", {}))
    told = (
        _table(rows)
        + (f"<p>takes {body}</p>" if body else "")
        + (f"<p>answers {answer}</p>" if answer else "")
    )
    return f"<h3><code>{method.upper()} {escape(path)}</code></h3><p>{escape(route.get('description', ''))}</p>{told}"


def _content(part: Schema) -> str:
    """What a body or an answer is."""
    kinds = [
        _kind(content["schema"]) if content.get("schema") else escape(media)
        for media, content in part.get("content", {}).items()
    ]
    return " or ".join(kinds)


def _model(name: str, model: Schema) -> str:
    rows = [
        (field, "", _kind(schema), schema.get("description", ""))
        for field, schema in model.get("properties", {}).items()
    ]
    return f"<h3 id='{escape(name)}'>{escape(name)}</h3><p>{escape(model.get('description', ''))}</p>{_table(rows)}"


def _table(rows: list[tuple[str, str, str, str]]) -> str:
    cells = "".join(
        f"<tr><td><code>{escape(name)}</code><td>{kind}<td>{escape(must)}<td>{escape(told)}"
        for name, must, kind, told in rows
    )
    return f"<table>{cells}</table>" if rows else ""


def _kind(schema: Schema) -> str:
    """What a value is, in HTML.

    >>> _kind({"anyOf": [{"type": "array", "items": {"type": "number"}}, {"type": "null"}]})
    'list of number or null'
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"<a href='#{escape(name)}'>{escape(name)}</a>"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(map(_kind, schema[key]))
    if "enum" in schema or "const" in schema:
        return escape(" or ".join(map(repr, schema.get("enum", [schema.get("const")]))))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
