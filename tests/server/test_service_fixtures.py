"""The fixtures of databases: what a test finds in them."""

from redis import Redis


def test_the_redis_database_of_a_test_is_empty(redis: str) -> None:
    with Redis.from_url(redis) as connection:
        assert connection.dbsize() == 0
