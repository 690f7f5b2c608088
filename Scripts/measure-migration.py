"""Migrates a large store and says what it took; see soak-migrations.

usage: measure-migration.py VICTIM FOLDER ROWS
"""

import os
import resource
import subprocess
import sys
import threading
import time


def size(folder):
    total = 0
    for entry in os.scandir(folder):
        try:
            total += entry.stat().st_size
        except FileNotFoundError:
            pass
    return total


def main():
    victim, folder, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
    store = os.path.join(folder, "large.store")
    # A voyage comes with its ship, its ticket and three sailors.
    subprocess.run([victim, "fill", store, "kill", str(rows // 6)], check=True, stdout=subprocess.DEVNULL)
    before = size(folder)
    process = subprocess.Popen([victim, "migrate", store, "kill", "0"], stdout=subprocess.DEVNULL)
    peak = [before]

    def watch():
        while process.returncode is None:
            peak[0] = max(peak[0], size(folder))
            time.sleep(0.02)

    watcher = threading.Thread(target=watch)
    started = time.monotonic()
    watcher.start()
    # The child's own usage: that of all children would be the largest of both.
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    watcher.join()
    if process.returncode != 0:
        sys.exit(f"the migration ended with {process.returncode}")
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(
        f"{rows:,} rows: {before / 1e6:.0f} MB, at the peak {peak[0] / 1e6:.0f} MB, then {size(folder) / 1e6:.0f} MB; "
        f"{memory / 1e6:.0f} MB of memory; {time.monotonic() - started:.1f} s"
    )
    if memory > 400e6:
        sys.exit("a migration took more memory than 400 MB")
    if peak[0] > 6 * before:
        sys.exit("the files of a migration took more than six times the store")


if __name__ == "__main__":
    main()
