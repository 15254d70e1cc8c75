"""The client as a wheel has it, bundled by esbuild: every page opens, and nothing is loaded beside the bundle."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from playwright.sync_api import Browser, expect

from tools import bundle_client

from ..server.conftest import Server
from .conftest import PATIENCE, Player

ROOT = bundle_client.ROOT
LATER = ("new", "learn/they-shall-not-pass/1", "rules/they-shall-not-pass")


class BundledServer(Server):
    """A server whose client is bundled."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder}/tables.db")
        self.web = folder / "web"
        shutil.copytree(ROOT / "trenchline" / "web", self.web, ignore=shutil.ignore_patterns("bundle"))
        bundle_client.bundle(ROOT, self.web / "bundle")

    def launch(self, log: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
        script = Path(__file__).with_name("bundled_server.py")
        words = [sys.executable, script, self.database, str(self.port), self.web]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BundledServer]:
    if not (ROOT / bundle_client.ESBUILD).exists() and os.environ.get("CI", "") in ("", "0", "false"):
        pytest.skip("esbuild is not installed (npm ci)")
    server = BundledServer(tmp_path_factory.mktemp("bundled"))
    server.start()
    yield server
    server.kill()


def test_every_page_opens_from_the_bundle(browser: Browser, bundled: BundledServer):
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    p = Player(context.new_page(), bundled.url)
    asked: set[str] = set()
    p.page.on("request", lambda request: asked.add(re.sub(r"^.*/v/\w+/", "", request.url)) if ".js" in request.url else None)
    p.open()
    expect(p.page.locator("img[src*='/pictures/']").first).to_have_js_property("complete", True)
    table = p.make_table()
    p.page.locator(".names .name").first.wait_for(state="attached")
    expect(p.page.locator(".layer-counters [data-unit]").first).to_be_attached()
    p.page.keyboard.press("i")
    p.page.get_by_test_id("key").wait_for()
    for page in (*LATER, f"t/{table}/dice", f"t/{table}/text"):
        p.page.evaluate("page => location.hash = `#/${page}`", page)
        p.page.locator(".loading").wait_for(state="detached")
        assert p.page.locator(".sorry").count() == 0, page
    made = {path.relative_to(bundled.web / "bundle").as_posix() for path in (bundled.web / "bundle").rglob("*.js")}
    context.close()
    assert "map/ground-painter.js" in asked and asked <= made, "a plain module beside the bundle would be there twice"
    assert p.faults == []


def test_the_worker_keeps_the_bundle(browser: Browser, bundled: BundledServer):
    context = browser.new_context(service_workers="allow")
    context.set_default_timeout(PATIENCE)
    p = Player(context.new_page(), bundled.url)
    p.open()
    p.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    bundled.kill()
    p.open("#/rules/they-shall-not-pass")
    p.page.reload()
    p.page.get_by_test_id("rules-page").wait_for()
    bundled.start()
    context.close()
