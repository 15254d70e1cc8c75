"""What docs/hosting.md says to write into files is taken from there and used: nginx before a server, the units of systemd."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from .conftest import Server
from .private_postgres import free_port
from .test_live import auth, hear

DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"
NGINX = shutil.which("nginx") or next(filter(os.path.exists, ["/usr/sbin/nginx"]), "")
needs_nginx = pytest.mark.skipif(not NGINX, reason="nginx is not installed (apt-get install nginx-light)")

MAIN = """
daemon off; worker_processes 1; pid {home}/nginx.pid; error_log {home}/error.log;
events {{ worker_connections 256; }}
http {{
    log_format whither '$request_uri $upstream_addr';
    access_log {home}/access.log whither;
    client_body_temp_path {home}/body; proxy_temp_path {home}/proxy; fastcgi_temp_path {home}/f; uwsgi_temp_path {home}/u;
    scgi_temp_path {home}/s;
    {site}
}}
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


class Proxy:
    """nginx with the site of the documentation, its names and ports exchanged for ours."""

    def __init__(self, home: Path, site: str, ports: dict[str, int]) -> None:
        self.home, self.port = home, free_port()
        key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        subprocess.run([*key, "-keyout", "privkey.pem", "-out", "fullchain.pem"], cwd=home, check=True, capture_output=True)
        for old, new in {
            "/etc/letsencrypt/live/trenchline.example.org": str(home),
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "server_name trenchline.example.org;": "server_name localhost 127.0.0.1;",
            **{f"127.0.0.1:{name};": f"127.0.0.1:{port};" for name, port in ports.items()},
        }.items():
            assert old in site, old
            site = site.replace(old, new)
        self.config = home / "nginx.conf"
        self.config.write_text(MAIN.format(home=home, site=site), encoding="utf-8")
        self.url = f"https://127.0.0.1:{self.port}"
        self.trust = ssl.create_default_context(cafile=str(home / "fullchain.pem"))
        self.trust.check_hostname = False
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = [NGINX, "-p", str(self.home), "-c", str(self.config), "-e", str(self.home / "error.log")]
        checked = subprocess.run([*words, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        self.process = subprocess.Popen(words)
        for _ in range(600):
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(self.url, verify=self.trust).status_code < 600:
                    return
            time.sleep(0.05)
        raise RuntimeError((self.home / "error.log").read_text(encoding="utf-8"))

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Callable[..., tuple[Proxy, list[Server]]]]:
    """Starts servers and nginx before them."""
    started: list[Server | Proxy] = []

    def start(site: str, *ports: str, **environment: str) -> tuple[Proxy, list[Server]]:
        servers = [Server(f"sqlite:///{tmp_path}/{n}.db", "--proxy", "127.0.0.1", **environment) for n, _ in enumerate(ports)]
        proxy = Proxy(tmp_path, site, dict(zip(ports, (s.port for s in servers), strict=True)))
        for one in (*servers, proxy):
            started.append(one)
            one.start()
        return proxy, servers

    yield start
    for one in started:
        one.stop() if isinstance(one, Proxy) else one.kill()


def site(*, several: bool = False) -> str:
    """The site, with the upstream of one process or of several."""
    one, two = blocks("nginx")
    if not several:
        return one
    upstream = re.compile(r"upstream trenchline \{.*?\n\}\n", re.DOTALL)
    return two + upstream.sub("", one)


@needs_nginx
def test_a_table_is_played_and_watched_through_nginx(proxied):
    proxy, (server,) = proxied(site(), "1916")

    async def story() -> None:
        async with httpx.AsyncClient(verify=proxy.trust, base_url=proxy.url) as client:
            body = {"game": "they-shall-not-pass", "seats": {"german": "me", "french": "me"}, "name": "Ann"}
            made = (await client.post("/api/tables", json=body)).json()
            path = f"/api/tables/{made['table']}"
            address = f"wss://127.0.0.1:{proxy.port}{path}/live"
            async with connect(address, ssl=proxy.trust, server_hostname="localhost") as line:
                await line.send(json.dumps({"key": made["watch"], "since": 0}))
                await hear(line, 0)
                act = {"seq": 0, "key": "k", "text": "interdict:III.A1"}
                assert (await client.post(f"{path}/actions", json=act, headers=auth(made["key"]))).json()["seq"] == 1
                assert (await hear(line, 1))["entries"][0]["text"] == "interdict:III.A1"
            page = await client.get("/")
            assert page.status_code == 200 and "max-age" in page.headers["Strict-Transport-Security"]
            assert (await client.get("/metrics")).status_code == 403
            assert (await client.get("/healthz")).json()["status"] == "ok"

    asyncio.run(story())
    assert httpx.get(f"{server.url}/metrics").status_code == 200, "this machine itself may see the figures"


@needs_nginx
def test_nginx_brings_everybodys_own_address_and_nobody_can_make_one_up(proxied):
    proxy, _ = proxied(site(), "1916", TRENCHLINE_CALLS_PER_SECOND="1")

    def statuses(forwarded: Callable[[int], dict[str, str]], source: str) -> list[int]:
        way = httpx.HTTPTransport(verify=proxy.trust, local_address=source)
        with httpx.Client(transport=way, base_url=proxy.url) as client:
            return [client.get("/api/games/x", headers=forwarded(n)).status_code for n in range(30)]

    assert 429 in statuses(lambda n: {"X-Forwarded-For": f"10.0.0.{n}"}, "127.0.0.2"), "an invention buys nothing"
    assert statuses(lambda n: {}, "127.0.0.3")[0] != 429, "and another caller has calls of his own"


@needs_nginx
def test_several_processes_each_have_tables_of_their_own(proxied):
    proxy, _ = proxied(site(several=True), "1916", "1917")
    with httpx.Client(verify=proxy.trust, base_url=proxy.url) as client:
        for _ in range(3):
            for n in range(8):
                client.get(f"/api/tables/table{n}/state")
    went: dict[str, set[str]] = {}
    for line in (proxy.home / "access.log").read_text(encoding="utf-8").splitlines():
        path, _, upstream = line.partition(" ")
        if path.startswith("/api/tables/"):
            went.setdefault(path, set()).add(upstream)
    assert len(went) == 8 and all(len(one) == 1 for one in went.values()), "a table is always at the same one"
    assert len(set().union(*went.values())) == 2, "and both have some"


def commands() -> str:
    return "\n".join(blocks("sh"))


def test_everything_the_files_name_is_made_before_it_is_used():
    """Followed from top to bottom on an empty machine: users, folders and certificates exist before something needs them."""
    text, said = DOCS.read_text(encoding="utf-8"), commands()
    for folder in re.findall(r"(?:sqlite:///|ReadWritePaths=|backup )(/var/[a-z]+/trenchline)", text):
        assert re.search(rf"^install -d -o trenchline .*{folder}\b", said, re.MULTILINE), folder
    certificate = text.index("certbot certonly")
    assert certificate < text.index("ssl_certificate "), "nginx refuses a site whose certificate does not exist"
    webroot = re.search(r"--webroot-path (\S+)", said)
    assert webroot and f"acme-challenge/ {{ root {webroot[1]}; }}" in site(), "renewals are answered by the site itself"
    for line in said.splitlines():
        if " backup " in line or " restore " in line:
            assert line.startswith("runuser -u trenchline -- /opt/trenchline/bin/"), "root would own what it makes"
    assert all("Environment=TRENCHLINE_URL=https://" in unit for unit in units().values())


def test_the_shell_understands_the_commands():
    checked = subprocess.run(["bash", "-n"], input=commands(), capture_output=True, text=True, check=False)
    assert checked.returncode == 0 and not checked.stderr, checked.stderr


def units() -> dict[str, str]:
    """Both units: that of one process, and the template that differs in some lines."""
    one, changed = blocks("ini")
    start = re.compile(r"^ExecStart=.*$", re.MULTILINE)
    return {"trenchline.service": one, "trenchline@.service": start.sub(lambda _: changed.strip(), one)}


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
@pytest.mark.parametrize("name", ["trenchline.service", "trenchline@.service"])
def test_systemd_understands_the_units(name, tmp_path):
    command = f"{Path(sys.executable).parent}/trenchline"
    text = units()[name].replace("/opt/trenchline/bin/trenchline", command).replace("User=trenchline", "User=root")
    file = tmp_path / name.replace("@", "@1916")
    file.write_text(text, encoding="utf-8")
    found = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True, check=False)
    complaints = [line for line in found.stderr.splitlines() if "trenchline" in line]
    assert found.returncode == 0 and not complaints, found.stderr


def test_the_units_start_the_server_with_options_it_has():
    for text in units().values():
        words = re.findall(r"^ExecStart=\S+ (.*)$", text.replace("%i", "1917"), re.MULTILINE)[0].split()
        called = [*words, "--help"]
        program = [sys.executable, "-c", "from trenchline.cli import main; main()"]
        answer = subprocess.run([*program, *called], capture_output=True, text=True, check=False)
        assert answer.returncode == 0
        assert all(word in answer.stdout for word in words if word.startswith("--"))
