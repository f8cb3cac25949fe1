"""The services that tests start: PostgreSQL and Redis."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NotThere

from grav.testing.infrastructure import services


def test_a_redis_server_runs_until_the_block_ends() -> None:
    with ExitStack() as stack:
        try:
            url = stack.enter_context(services.redis_url())
        except services.ServiceMissing as missing:
            pytest.skip(str(missing))
        with Redis.from_url(url) as connection:
            connection.set("stone", "c5")
            assert connection.get("stone") == b"c5"
    with Redis.from_url(url) as connection, pytest.raises(NotThere):
        connection.ping()


@pytest.mark.parametrize("service", [services.postgres_url, services.redis_url])
def test_a_missing_program_is_an_error_that_says_how_to_install_it(
    service: services.Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(services, "DEBIAN", tmp_path)
    with pytest.raises(services.ServiceMissing, match=r"is not installed .*apt install"), service():
        pytest.fail("it was started")
