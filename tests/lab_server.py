"""A JupyterLab that a test starts: a port for it, and when it is up."""

from __future__ import annotations

import socket
import time
import urllib.request


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def wait_for(url, process):
    for _ in range(300):
        assert process.poll() is None, process.stderr.read()
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"{url} did not come up")
