"""The packages that are built into the program for a target, by `cargo metadata`: not what only tests or the build itself need."""

import json
import subprocess


def built(target: str) -> list[dict]:
    """Each package of others, sorted by name and version, as `cargo metadata` has it."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    found, waiting = set(), [metadata["resolve"]["root"]]
    while waiting:
        package = waiting.pop()
        if package in found:
            continue
        found.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    packages = (package for package in metadata["packages"] if package["id"] in found and package["source"])
    return sorted(packages, key=lambda package: (package["name"], package["version"]))
