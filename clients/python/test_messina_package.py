"""Tests of the package itself: what it exports, how its modules import each other, and where it may stand."""

from __future__ import annotations

import ast
import inspect
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Dict, Set

from small_server import HERE

import messina
from messina import features

PACKAGE = HERE / "messina"
POM = HERE.parent.parent / "pom.xml"


def imported(module: Path) -> Set[str]:
    """The modules of the package that this one imports, at its top or anywhere else."""
    names: Set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            names |= {node.module} if node.module else {alias.name for alias in node.names}
    return names


class PackageTest(unittest.TestCase):
    def test_modules_do_not_import_each_other_in_a_circle(self) -> None:
        left: Dict[str, Set[str]] = {module.stem: imported(module) for module in PACKAGE.glob("*.py")}
        self.assertIn("_http", left["_groups"])
        while left:
            ready = {name for name, needs in left.items() if not needs & left.keys()}
            self.assertTrue(ready, f"a circle among {sorted(left)}")
            left = {name: needs for name, needs in left.items() if name not in ready}

    def test_what_is_exported_is_there_and_says_what_it_is(self) -> None:
        for module in (messina, features):
            for name in module.__all__:
                exported = getattr(module, name)
                self.assertTrue(not isinstance(exported, type) or exported.__doc__, name)

    def test_help_shows_the_options_of_a_call_as_keyword_parameters(self) -> None:
        kept = inspect.signature(messina.Stream.change).parameters
        self.assertEqual("<unchanged>", repr(kept["retention"].default))
        for call, option in (
            (messina.Client.create_stream, "retention"),
            (messina.Client.create_group, "start"),
            (messina.Stream.create_group, "max_attempts"),
            (messina.Group.change, "backoff"),
        ):
            parameters = inspect.signature(call).parameters
            self.assertEqual({"if_match", option}, {"if_match", option} & parameters.keys(), call)
            self.assertNotIn(inspect.Parameter.VAR_KEYWORD, {each.kind for each in parameters.values()})

    def test_it_may_stand_in_a_package_of_the_user(self) -> None:
        code = (
            "from vendored import messina\n"
            "assert messina.__name__ == 'vendored.messina'\n"
            "found = messina.Client('http://127.0.0.1:1').list('user', 'f')\n"
            "assert isinstance(found, messina.features.ListFeature)"
        )
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(PACKAGE, Path(folder, "vendored", "messina"), ignore=shutil.ignore_patterns("__pycache__"))
            run = subprocess.run([sys.executable, "-c", code], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(0, run.returncode, run.stdout.decode("utf-8", "replace"))

    @unittest.skipUnless(POM.exists(), "the sources of the server are not there")
    def test_it_has_the_version_of_the_server(self) -> None:
        server = re.search(r"<version>([^<]*)</version>", POM.read_text(encoding="utf-8"))
        package = re.search(r'\nversion = "([^"]*)"', (HERE / "pyproject.toml").read_text(encoding="utf-8"))
        assert server is not None and package is not None
        self.assertEqual(server.group(1).replace("-SNAPSHOT", ".dev0"), package.group(1))


if __name__ == "__main__":
    unittest.main()
