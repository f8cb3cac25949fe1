"""Builds the application: the parts of a process, its handlers and its lifespan."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

from litestar import Litestar, Router
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ControllerRouterHandler, Scope
from structlog.typing import FilteringBoundLogger

from grav import __version__
from grav.server.http.accounts import people_router
from grav.server.http.atlas import ATLAS_HANDLERS
from grav.server.http.bot_api import STREAM_HANDLERS
from grav.server.http.drills import DRILL_HANDLERS
from grav.server.http.game_export import EXPORT_HANDLERS
from grav.server.http.health import HEALTH_HANDLERS, Health
from grav.server.http.identity import COOKIE, SessionCookie, credential_of, person_of
from grav.server.http.json_bodies import StrictRequest
from grav.server.http.pages import PAGE_HANDLERS
from grav.server.http.records import RECORD_HANDLERS
from grav.server.http.review import REVIEW_HANDLERS
from grav.server.http.search_opinions import OPINION_HANDLERS
from grav.server.http.study_board import STUDY_HANDLERS
from grav.server.http.table_lists import LIST_HANDLERS
from grav.server.http.tables import TABLE_HANDLERS
from grav.server.http.thread_pools import LearningPool, ReviewPool
from grav.server.http.websocket_errors import WebSocketErrors, remember_failure
from grav.server.http.websockets import SOCKET_HANDLERS
from grav.server.limits.gcra import Limiter, SharedTimestamps
from grav.server.limits.open_connections import OpenConnections
from grav.server.limits.rate_limits import RateLimits
from grav.server.limits.request_limits import limit_requests
from grav.server.live.bots import WAKE_SECONDS
from grav.server.live.channel_probe import ChannelProbe
from grav.server.live.fanout import Fanout, open_backend
from grav.server.live.folding import fill_projection
from grav.server.live.live_services import LiveServices, open_live_services
from grav.server.observability.logs import get_logger
from grav.server.observability.measured_journal import MeasuredJournal
from grav.server.observability.metrics import Metrics
from grav.server.observability.outage_log import OutageLog
from grav.server.observability.request_log import RequestLog, remember_person
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.problems.problem import problem_handlers
from grav.server.protocol.asgi_types import Application
from grav.server.review.answer_cache import AnswerCache
from grav.server.review.search_opinions import Opinions
from grav.server.runtime.background import Supervisor, run_periodically
from grav.server.runtime.clock import Clock, SystemClock
from grav.server.runtime.clock_alignment import ALIGN_SECONDS, Alignment
from grav.server.runtime.config import Config
from grav.server.runtime.ids_and_secrets import IdSource, SystemIdSource
from grav.server.safety.body_limits import MAX_BYTES, MAX_BYTES_OF_GAMES
from grav.server.safety.guard_middleware import BannedAddresses, RequestGuard
from grav.server.store import Database, Journal, PresenceStore, open_database
from grav.server.store.projection_backfill import ProjectionBackfill

BANS_SECONDS = 15.0
SWEEP_SECONDS = 3600.0
PROJECTION_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Parts:
    """The objects of which a process has exactly one."""

    config: Config
    clock: Clock
    ids: IdSource
    log: FilteringBoundLogger
    metrics: Metrics
    supervisor: Supervisor
    database: Database
    journal: Journal
    people: People
    live_services: LiveServices
    limiter: Limiter
    rate_limits: RateLimits
    open_connections: OpenConnections
    bans: BannedAddresses
    review_pool: ReviewPool
    learning_pool: LearningPool
    opinions: Opinions


def create_app(
    config: Config, *, clock: Clock | None = None, ids: IdSource | None = None
) -> Litestar:
    """Returns the application of one process. Run `migrate` on the database first."""
    parts = create_parts(config, clock or SystemClock(), ids or SystemIdSource())

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with run_parts(parts):
            yield

    app = Litestar(
        route_handlers=collect_handlers(),
        dependencies=provide_dependencies(parts),
        lifespan=[lifespan],
        guards=[limit_requests(parts.rate_limits)],
        exception_handlers=problem_handlers(),
        after_exception=[remember_failure],
        openapi_config=_openapi(),
        request_class=StrictRequest,
        request_max_body_size=MAX_BYTES,
        logging_config=None,
        debug=False,
    )
    errors = WebSocketErrors(cast("Application", app.asgi_handler))
    guard = RequestGuard(errors, config, parts.bans, parts.rate_limits)
    request_log = RequestLog(guard, parts.clock, parts.ids, parts.metrics, parts.log)
    app.asgi_handler = cast("Any", request_log)
    app.state.parts = parts
    return app


def create_parts(config: Config, clock: Clock, ids: IdSource) -> Parts:
    """Creates all parts; opens no connection yet."""
    log = get_logger()
    metrics = Metrics()
    supervisor = Supervisor(lambda loop: metrics.background_failures.labels(loop).inc())
    database = open_database(config.database)
    OutageLog(database, clock, metrics, log)
    limiter = Limiter(clock, factor=config.limits, shared=_shared_timestamps(config, clock, log))
    journal = MeasuredJournal(database, clock, metrics)
    people = People(database, clock, ids)
    rate_limits = RateLimits(limiter, metrics)
    live_services = open_live_services(
        database=database,
        journal=journal,
        people=people,
        fanout=Fanout(open_backend(config.redis), supervisor),
        rate_limits=rate_limits,
        metrics=metrics,
        supervisor=supervisor,
        clock=clock,
        ids=ids,
        alone=config.redis is None,
    )
    return Parts(
        config=config,
        clock=clock,
        ids=ids,
        log=log,
        metrics=metrics,
        supervisor=supervisor,
        database=database,
        journal=journal,
        people=people,
        live_services=live_services,
        limiter=limiter,
        rate_limits=rate_limits,
        open_connections=OpenConnections(metrics, config.limits),
        bans=BannedAddresses(),
        review_pool=ReviewPool(),
        learning_pool=LearningPool(),
        opinions=Opinions(),
    )


def collect_handlers() -> Sequence[ControllerRouterHandler]:
    learning = [*DRILL_HANDLERS, *ATLAS_HANDLERS]
    tables = Router(
        "/api",
        route_handlers=[
            *TABLE_HANDLERS,
            *LIST_HANDLERS,
            *EXPORT_HANDLERS,
            *STREAM_HANDLERS,
            *learning,
        ],
    )
    looking = [*REVIEW_HANDLERS, *RECORD_HANDLERS, *STUDY_HANDLERS, *OPINION_HANDLERS]
    games = Router("/api", route_handlers=looking, request_max_body_size=MAX_BYTES_OF_GAMES)
    sockets = Router("/api", route_handlers=SOCKET_HANDLERS)
    return [*HEALTH_HANDLERS, *PAGE_HANDLERS, people_router(), tables, games, sockets]


def provide_dependencies(parts: Parts) -> Mapping[str, Provide]:
    """Returns the dependencies that handlers can have injected, by name."""

    async def person(scope: Scope) -> Person | None:
        credential = credential_of(ASGIConnection[Any, Any, Any, Any](scope))
        asking = await person_of(credential, parts.people)
        if asking is not None:
            remember_person(cast("dict[str, Any]", scope), asking.id)
        return asking

    injected = {
        **parts.live_services.dependencies,
        "rate_limits": parts.rate_limits,
        "clock": parts.clock,
        "review_pool": parts.review_pool,
        "health": Health(parts.database, ChannelProbe(parts.live_services.fanout, parts.ids)),
        "answer_cache": AnswerCache(),
        "learning_pool": parts.learning_pool,
        "metrics": parts.metrics,
        "open_connections": parts.open_connections,
        "opinions": parts.opinions,
        "people": parts.people,
        "session_cookie": SessionCookie(secure=parts.config.is_secure),
    }
    return {"person": Provide(person)} | {name: _provide(part) for name, part in injected.items()}


def _provide(part: object) -> Provide:
    return Provide(lambda: part, sync_to_thread=False)


@asynccontextmanager
async def run_parts(parts: Parts) -> AsyncIterator[None]:
    """Starts the parts of a process, and stops them in reverse order at its end."""

    async def read_bans() -> None:
        parts.bans.replace(await parts.people.bans.addresses())

    async def sweep() -> None:
        while (await parts.people.sweep(parts.clock.now())).guests:
            pass

    async def sweep_presence() -> None:
        presence = PresenceStore(parts.database)
        while await presence.sweep():
            pass

    async def backfill() -> None:
        await fill_projection(ProjectionBackfill(parts.database), parts.live_services.folding)

    jobs: Sequence[tuple[str, float, Callable[[], Awaitable[None]]]] = (
        ("bans", BANS_SECONDS, read_bans),
        ("people", SWEEP_SECONDS, sweep),
        ("presence", SWEEP_SECONDS, sweep_presence),
        ("projection", PROJECTION_SECONDS, backfill),
        ("bots", WAKE_SECONDS, parts.live_services.bots.wake_stalled),
    )
    async with AsyncExitStack() as stack:
        stack.push_async_callback(parts.database.close)
        stack.push_async_callback(parts.journal.close)
        stack.push_async_callback(parts.limiter.close)
        stack.callback(parts.review_pool.close)
        stack.callback(parts.learning_pool.close)
        stack.callback(parts.opinions.close)
        if isinstance(parts.clock, SystemClock):  # a clock of a test is left as it is
            alignment = Alignment(parts.clock, parts.database)
            await alignment.start()
            aligning = run_periodically("clock", ALIGN_SECONDS, alignment.renew, parts.supervisor)
            await stack.enter_async_context(aligning)
        await read_bans()
        stack.push_async_callback(parts.live_services.stop)
        await parts.live_services.start()
        for name, seconds, work in jobs:
            await stack.enter_async_context(run_periodically(name, seconds, work, parts.supervisor))
        yield


def _shared_timestamps(
    config: Config, clock: Clock, log: FilteringBoundLogger
) -> SharedTimestamps | None:
    if config.redis is None:
        return None
    # It needs an optional dependency: `grav[scale]`.
    from grav.server.limits.redis_gcra import RedisTimestamps

    def log_failure(error: Exception) -> None:
        log.warning("limits_not_shared", why=str(error))

    return RedisTimestamps(config.redis, clock, log_failure)


def _openapi() -> OpenAPIConfig:
    """Returns the OpenAPI settings: the JSON document only, since its HTML pages would load files
    from other sites."""
    cookie = SecurityScheme(
        type="apiKey",
        name=COOKIE,
        security_scheme_in="cookie",
        description="The cookie of a session.",
    )
    token = SecurityScheme(
        type="http", scheme="bearer", description="An API token, as `Authorization: Bearer`."
    )
    return OpenAPIConfig(
        title="Grav",
        version=__version__,
        path="/api/openapi.json",  # Litestar answers all paths below it with its own page
        render_plugins=[JsonRenderPlugin(path="/")],
        use_handler_docstrings=True,
        components=Components(security_schemes={"session": cookie, "token": token}),
        security=[{"session": []}, {"token": []}, {}],
    )
