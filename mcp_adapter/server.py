"""The protocol: tools, resources and prompts over stdio or HTTP, by the official SDK.

The SDK's low-level server is used, not its decorators: those make schemas from signatures, put words of their own
before ours in every error, and run each call in a thread that nothing stops.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from mcp import types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata

from ..engine.errors import CodeintelError
from .listing import listed
from .words import sentences

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from mcp.server.context import ServerRequestContext

    from .dispatch import Dispatcher
    from .jobs import Far
    from .profiles import Choice, Prompt
    from .workspace import Session, Workspace

    Request = ServerRequestContext[Any, Any]

__all__ = ["make_server"]

MAP = "codeintel://map"
OUTLINE = "codeintel://outline/"
ROOTS_SECONDS = 5.0
SESSION_HEADER = "mcp-session-id"


def make_server(workspace: Workspace, choice: Choice, dispatcher: Dispatcher) -> Server[Any]:
    """A server that offers `choice`."""
    tools = types.ListToolsResult(tools=[types.Tool.model_validate(listed(tool)) for tool in choice.tools.values()])

    async def list_tools(_: Request, __: object) -> types.ListToolsResult:
        return tools

    async def call_tool(request: Request, params: types.CallToolRequestParams) -> types.CallToolResult:
        session = await _session(workspace, request)
        outcome = await dispatcher.call(session, params.name, params.arguments or {}, _report(request))
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=outcome.text)],
            is_error=outcome.is_error,
            structured_content=outcome.structure,
        )

    async def list_resources(_: Request, __: object) -> types.ListResourcesResult:
        about = "Every file of the project with its top-level symbols, as far as they fit."
        return types.ListResourcesResult(
            resources=[types.Resource(uri=MAP, name="map", title="Map", description=about, mime_type="text/plain")]
        )

    async def list_templates(_: Request, __: object) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(
            uri_template=OUTLINE + "{+path}",
            name="outline",
            title="Outline",
            description="What a file or folder defines.",
            mime_type="text/plain",
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(request: Request, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        path = _resource_path(uri)
        try:
            text = await dispatcher.outline(await _session(workspace, request), path)
        except CodeintelError as error:
            raise MCPError(code=types.INVALID_PARAMS, message=sentences(error), data={"uri": uri}) from error
        content = types.TextResourceContents(uri=uri, text=text, mime_type="text/plain")
        return types.ReadResourceResult(contents=[content])

    async def list_prompts(_: Request, __: object) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_listed_prompt(prompt) for prompt in choice.prompts.values()])

    async def get_prompt(_: Request, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return _prompt_result(choice, params)

    async def roots_changed(request: Request, _: object) -> None:
        workspace.session(_session_key(request)).asks_for_roots = True

    server: Server[Any] = Server(
        "codeintel",
        title="codeintel",
        version=version("codeintel-engine"),
        instructions=choice.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )
    server.add_notification_handler("notifications/roots/list_changed", types.NotificationParams, roots_changed)
    return server


def _resource_path(uri: str) -> str:
    from urllib.parse import unquote

    if uri == MAP:
        return ""
    if not uri.startswith(OUTLINE):
        raise MCPError(
            code=types.INVALID_PARAMS,
            message=f"there is no resource {uri[:200]}; there are {MAP} and {OUTLINE}PATH",
            data={"uri": uri},
        )
    return unquote(uri[len(OUTLINE) :])


# --- sessions ----------------------------------------------------------------------------------------------------


async def _session(workspace: Workspace, request: Request) -> Session:
    """The session of a request; the client's roots are asked for when they may have changed."""
    session = workspace.session(_session_key(request))
    if session.asks_for_roots:
        session.asks_for_roots = False
        capabilities = request.session.client_capabilities
        if capabilities is not None and capabilities.roots is not None and request.session.can_send_request:
            workspace.take_roots(session, await _roots(request))
    return session


async def _roots(request: Request) -> list[str]:
    try:
        found = await request.session.send_request(
            types.ListRootsRequest(),
            types.ListRootsResult,
            ROOTS_SECONDS,
            ServerMessageMetadata(related_request_id=request.request_id),
        )
    except (MCPError, TimeoutError):
        return []  # a client that says it has roots and then has none
    return [str(root.uri) for root in found.roots]


def _session_key(request: Request) -> str | None:
    """One process serves one client on stdio; HTTP names its sessions, if it has any."""
    headers = getattr(request.request, "headers", None)
    return headers.get(SESSION_HEADER) if headers is not None else ""


def _report(request: Request) -> Callable[[Far], Awaitable[None]] | None:
    """What sends progress notifications, if the client asked for them."""
    if not request.meta or request.meta.get("progress_token", request.meta.get("progressToken")) is None:
        return None
    said = 0.0

    async def report(far: Far) -> None:
        nonlocal said
        said = max(said + 0.001, float(far.done))  # has to grow, also from one stage to the next
        await request.session.report_progress(said, float(far.total) if far.total > said else None, far.text)

    return report


# --- prompts -----------------------------------------------------------------------------------------------------


def _listed_prompt(prompt: Prompt) -> types.Prompt:
    arguments = [
        types.PromptArgument(name=argument.name, description=argument.about, required=argument.default is None)
        for argument in prompt.arguments
    ]
    return types.Prompt(name=prompt.name, title=prompt.title, description=prompt.about, arguments=arguments)


def _prompt_result(choice: Choice, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    prompt = choice.prompts.get(params.name)
    if prompt is None:
        message = f"there is no prompt {params.name[:80]!r}; there are {', '.join(choice.prompts)}"
        raise MCPError(code=types.INVALID_PARAMS, message=message)
    try:
        text = prompt.filled(params.arguments or {})
    except CodeintelError as error:
        raise MCPError(code=types.INVALID_PARAMS, message=sentences(error)) from error
    content = types.TextContent(type="text", text=text)
    return types.GetPromptResult(description=prompt.about, messages=[types.PromptMessage(role="user", content=content)])
