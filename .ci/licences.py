"""Prints the licences of all code that is built into the program, with their texts: `python3 .ci/licences.py TARGET`."""

import json
import pathlib
import subprocess
import sys

metadata = json.loads(
    subprocess.run(
        ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", sys.argv[1]],
        check=True,
        stdout=subprocess.PIPE,
    ).stdout
)
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
built, waiting = set(), [metadata["resolve"]["root"]]
while waiting:
    found = waiting.pop()
    if found in built:
        continue
    built.add(found)
    for dependency in nodes[found]["deps"]:
        # Dependencies that only tests or the build script need are not part of the program.
        if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
            waiting.append(dependency["pkg"])

texts = {}
print("What others wrote that is built into this program, and under which licences it is used.\n")
packages = (package for package in metadata["packages"] if package["id"] in built and package["source"])
for package in sorted(packages, key=lambda package: (package["name"], package["version"])):
    names = ", ".join(sorted(package["authors"])) or "its authors"
    print(f"{package['name']} {package['version']}: {package['license']}; {names}; {package['repository']}")
    folder = pathlib.Path(package["manifest_path"]).parent
    for file in sorted(folder.iterdir()):
        if file.is_file() and file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")):
            text = file.read_text(encoding="utf-8", errors="replace").strip()
            texts.setdefault(text, []).append(f"{package['name']} {package['version']}")
for text, packages in sorted(texts.items(), key=lambda item: item[1]):
    print("\n" + "=" * 100)
    print("Of " + ", ".join(packages) + ":\n")
    print(text)
