"""Requests of all shapes, made from the description of the API: nothing breaks, and answers are as described."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.web.running import running

from riverboat.web.app import create_app
from riverboat.web.settings import Limits, Settings

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
STRATEGIES = ("sixmax", "cfr-features", "file:river.rb", "file:deep/leduc.solution", "nothing")


OPERATIONS = sorted(
    f"{method.upper()} {path}"
    for path, methods in create_app(Settings()).openapi()["paths"].items()
    for method in methods
    if not path.endswith("/events")  # which is a stream
)


@pytest.fixture(scope="module")
def described(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The description of a server that takes no jobs, so that nothing is solved."""
    served = Settings(folder=folder, library=tmp_path_factory.mktemp("library"), limits=Limits(jobs=0))
    with running(served) as client:
        yield schemathesis.openapi.from_url(f"{client.base_url}/api/v1/openapi.json")


@pytest.mark.parametrize("operation", OPERATIONS)
def test_answers_are_as_described(described: Any, operation: str) -> None:
    method, path = operation.split()

    @given(case=described[path][method].as_strategy())
    @settings(max_examples=5, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None)
    def asked(case: Any) -> None:
        for name in ("strategy", "one", "other"):  # made-up names are refused before anything else happens
            if isinstance(case.query.get(name), str):
                case.query[name] = STRATEGIES[len(case.query[name]) % len(STRATEGIES)]
        case.call_and_validate(checks=CHECKS, timeout=60)

    asked()
