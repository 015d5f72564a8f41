"""A tool as a client is shown it: name, title, description, schema of its parameters, and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .tools import Param, Tool

__all__ = ["listed", "schema_of"]


def listed(tool: Tool) -> dict[str, Any]:
    """The entry of a tool in a list of tools, as the protocol writes it."""
    reads = not tool.is_edit
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.about,
        "inputSchema": schema_of(tool),
        "annotations": {
            "readOnlyHint": reads,
            "destructiveHint": tool.destructive,
            "idempotentHint": reads or tool.idempotent,
            "openWorldHint": False,
        },
    }


def schema_of(tool: Tool) -> dict[str, Any]:
    """The JSON schema of a tool's parameters."""
    params = [param for param in tool.params if param.is_listed]
    required = [param.name for param in params if param.required]
    schema: dict[str, Any] = {"type": "object", "properties": {param.name: _property(param) for param in params}}
    return {**schema, "required": required} if required else schema


def _property(param: Param) -> dict[str, Any]:
    if param.type == "names":
        return {"type": "array", "items": {"type": "string"}, "description": param.about}
    value: dict[str, Any] = {"type": param.type, "description": param.about}
    return {**value, "enum": list(param.choices)} if param.choices else value
