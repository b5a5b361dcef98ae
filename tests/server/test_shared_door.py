"""Several servers over one Redis send the same people away."""

import json
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.houses import PATIENCE, cookie_of, open_house


def test_logging_out_everywhere_cuts_links_to_other_servers(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    shared = {"database_url": postgres_url, "redis_url": redis_url, "opponents": 1}
    with open_house(tmp_path, **shared) as one, open_house(tmp_path, **shared) as other:
        client = one.guest()
        table = client.post("/tables", json={"game": "barrier"}).json()["id"]
        live = f"{other.live}/tables/{table}/live"
        with connect(live, additional_headers=cookie_of(client)) as link:
            assert json.loads(link.recv(PATIENCE))["table"]["yours"] == [0]
            client.post("/me/logout", json={"everywhere": True})
            assert json.loads(link.recv(PATIENCE))["type"] == "bye"
            with pytest.raises(ConnectionClosed):
                link.recv(PATIENCE)
