"""Prints the licences of all code that is built into the program, with their texts: `python3 .ci/licences.py TARGET`."""

import pathlib
import sys

from built import built

texts = {}
print("What others wrote that is built into this program, and under which licences it is used.\n")
for package in built(sys.argv[1]):
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
