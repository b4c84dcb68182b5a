"""Prints what the program is made of, as a CycloneDX 1.5 document: `python3 .ci/sbom.py TARGET VERSION COMMIT`.

It comes out the same for the same commit: its number follows from the commit, its time is SOURCE_DATE_EPOCH.
"""

import datetime
import json
import os
import sys
import tomllib
import uuid

from built import built

target, version, commit = sys.argv[1:]
with open("Cargo.lock", "rb") as file:
    checksums = {(it["name"], it["version"]): it.get("checksum") for it in tomllib.load(file)["package"]}


def component(package: dict) -> dict:
    name, its_version = package["name"], package["version"]
    url = f"pkg:cargo/{name}@{its_version}"
    it = {
        "type": "library",
        "bom-ref": url,
        "name": name,
        "version": its_version,
        "purl": url,
        "scope": "required",
        # Cargo once wrote `MIT/Apache-2.0`.
        "licenses": [{"expression": package["license"].replace("/", " OR ")}],
    }
    checksum = checksums.get((name, its_version))
    return it | ({"hashes": [{"alg": "SHA-256", "content": checksum}]} if checksum else {})


moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
program = f"pkg:generic/wardroom@{version}"
components = [component(package) for package in built(target)]
document = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, f"wardroom {commit} {target}").urn,
    "version": 1,
    "metadata": {
        "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "component": {
            "type": "application",
            "bom-ref": program,
            "name": "wardroom",
            "version": version,
            "purl": program,
            "licenses": [{"expression": "(MIT OR Apache-2.0) AND CC-BY-4.0 AND OFL-1.1"}],
            "properties": [{"name": "commit", "value": commit}, {"name": "target", "value": target}],
        },
    },
    "components": components,
    "dependencies": [{"ref": program, "dependsOn": [it["bom-ref"] for it in components]}],
}
json.dump(document, sys.stdout, indent=1, sort_keys=True, ensure_ascii=False)
print()
