"""Checks that the programs handle faults of the system without a crash.

    faults_test.py FOLDER_OF_PROGRAMS [COUNT [MEGABYTES LEAST STEP]]

 - Memory is limited, from LEAST megabytes to 80 times MEGABYTES in steps of STEP,
   for a text of MEGABYTES and its binary, with one job and with eight: the program must succeed,
   or print a message and exit with status 2.
 - Inputs are truncated or written to while they are read, COUNT times for each
   program: the program must exit with status 0, 1 or 2.
 - A signal ends the program while it writes: no temporary file may remain.
 - The size of files is limited: the program must print a message, exit with status
   2, and leave no file.
 - The disk of the standard output is full, or the output is closed: the program must
   print a message and exit with status 2.  A standard stream that is closed must not
   change which file is written.  If a pipe is closed, the program ends quietly.
 - Several runs use one cache, whose entries are damaged between them: they must print
   what a run without a cache prints.
"""

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAMS = os.path.abspath(sys.argv[1])
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 12
MEGABYTE = 1 << 20
# Unoptimized programs are larger and slower, so the numbers can be changed.
BIG, LEAST, STEP = (map(int, sys.argv[3:6]) if len(sys.argv) > 5
                    else (3, 30, 30))

failures = []
random.seed(1)


def text_of_size(size):
    lines = ["OpCapability Shader", "OpCapability Linkage",
             "OpMemoryModel Logical GLSL450", "%void = OpTypeVoid",
             "%fn = OpTypeFunction %void", "%f = OpTypeFloat 32",
             "%c = OpConstant %f 1"]
    length = function = 0
    while length < size:
        body = [f"%main_{function} = OpFunction %void None %fn",
                f"%entry_{function} = OpLabel"]
        last = "%c"
        for i in range(40):
            body.append(f"%value_{function}_{i} = OpFAdd %f {last} %c")
            last = f"%value_{function}_{i}"
        body += ["OpReturn", "OpFunctionEnd"]
        length += sum(len(line) + 1 for line in body)
        lines += body
        function += 1
    return "\n".join(lines) + "\n"


def program(name, *words):
    return [os.path.join(PROGRAMS, "spv-" + name), *words]


def run(words, limit=None, value=0):
    def set_limit():
        resource.setrlimit(limit, (value, value))

    result = subprocess.run(words, capture_output=True, timeout=120,
                            preexec_fn=set_limit if limit else None)
    return result.returncode, result.stderr.decode("utf-8", "replace")


def commands(text, binary, jobs):
    jobs = ["--jobs", str(jobs)]
    return [
        program("as", text, "-o", "made.spv", *jobs),
        program("val", text, *jobs),
        program("val", binary, *jobs),
        program("dis", binary, "-o", "made.spvasm", *jobs),
        program("cfg", text, "-o", "made.dot"),
        program("cfg", binary, "-o", "made.dot"),
    ]


def has_sanitizer(*names):
    """Whether the programs have one of these: it reserves more memory than there is."""
    with open(program("val")[0], "rb") as file:
        content = file.read()
    return any(f"__{name}_init".encode() in content for name in names)


def check_memory():
    if has_sanitizer("asan", "tsan"):
        return "memory: skipped, because a sanitizer needs all of the address space"
    outcomes = set()
    for jobs in (1, 8):
        for words in commands("big.spvasm", "big.spv", jobs):
            for megabytes in range(LEAST, 80 * BIG + 1, STEP):
                status, error = run(words, resource.RLIMIT_AS,
                                    megabytes * MEGABYTE)
                outcomes.add(status)
                if status != 0 and (status != 2 or "memory" not in error):
                    failures.append(f"{megabytes} MB: {words}: {status} {error}")
    if outcomes != {0, 2}:
        failures.append("memory: some limits must be too low and some high enough")
    return f"memory: statuses {sorted(outcomes)}"


class Changer(threading.Thread):
    """Changes a file repeatedly until it is stopped."""

    def __init__(self, path, content, change):
        super().__init__()
        self.path, self.content, self.change = path, content, change
        self.is_stopped = False

    def run(self):
        with open(self.path, "r+b", buffering=0) as file:
            while not self.is_stopped:
                self.change(file, self.content)
                time.sleep(0.0005)


def truncate(file, content):
    os.ftruncate(file.fileno(), random.randrange(len(content)))
    file.seek(0)
    file.write(content)


def rewrite(file, content):
    at = random.randrange(len(content) - 4096)
    file.seek(at)
    file.write(random.randbytes(4096))
    file.seek(at)
    file.write(content[at:at + 4096])


def vanish(file, _content):
    os.rename(file.name, file.name + ".gone")
    time.sleep(0.0005)
    os.rename(file.name + ".gone", file.name)


def check_changes():
    statuses = {}
    for change in (truncate, rewrite, vanish):
        for words in commands("changed.spvasm", "changed.spv", 2):
            path = next(w for w in words if w.startswith("changed."))
            with open("middle" + path[len("changed"):], "rb") as file:
                content = file.read()
            with open(path, "wb") as file:
                file.write(content)
            changer = Changer(path, content, change)
            changer.start()
            for _ in range(COUNT):
                status, error = run(words)
                statuses[status] = statuses.get(status, 0) + 1
                if status not in (0, 1, 2) or (status == 2 and not error):
                    failures.append(f"{change.__name__}: {words}: {status} {error}")
            changer.is_stopped = True
            changer.join()
    return f"changes: runs by status {statuses}"


def check_signals():
    ended = 0
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for _ in range(COUNT):
            with tempfile.TemporaryDirectory(dir=".") as folder:
                report = os.path.join(folder, "report.txt")
                with open(report, "w") as file:
                    file.write("an older report\n")
                words = program("val", "--report", report, "big.spvasm")
                running = subprocess.Popen(words)
                while len(os.listdir(folder)) < 2 and running.poll() is None:
                    time.sleep(0.0005)
                running.send_signal(number)
                ended += running.wait(timeout=120) == -number
                if os.listdir(folder) != ["report.txt"]:
                    failures.append(f"signal {number}: {os.listdir(folder)}")
    if ended == 0:
        failures.append("signals: no program was ended by one")
    return f"signals: {ended} programs ended"


def check_file_size():
    if has_sanitizer("tsan"):
        return "file size: skipped, because the sanitizer maps a file for its own data"
    for words in (program("as", "middle.spvasm", "-o", "limited/a.spv"),
                  program("dis", "middle.spv", "-o", "limited/a.spvasm"),
                  program("cfg", "middle.spv", "-o", "limited/a.dot"),
                  program("val", "--report", "limited/r.txt", "broken.spvasm")):
        status, error = run(words, resource.RLIMIT_FSIZE, 64)
        if status != 2 or "File too large" not in error:
            failures.append(f"file size: {words}: {status} {error}")
        if os.listdir("limited"):
            failures.append(f"file size: {words}: {os.listdir('limited')}")
    return "file size"


def commands_that_print(text):
    return [
        program("dis", "middle.spv"),
        program("cfg", "small.spvasm"),
        program("as", "small.spvasm", "-o", "-"),
        program("val", "--format", "json", text),
        program("val", "--format", "sarif", text),
        program("val", "--needs", "small.spvasm"),
        program("val", "--rules"),
        program("val", "--help"),
    ]


def check_full_disk():
    for words in commands_that_print("broken.spvasm"):
        with open("/dev/full", "w") as full:
            result = subprocess.run(words, stdout=full, stderr=subprocess.PIPE,
                                    timeout=120)
        error = result.stderr.decode()
        if result.returncode != 2 or "standard output: No space left" not in error:
            failures.append(f"full disk: {words}: {result.returncode} {error}")
    return "full disk"


# A file that a program opens must not become its standard output.
def check_closed_streams():
    written = os.path.join("limited", "out.dot")  # spv-cfg needs the extension
    for words in commands_that_print("broken.spvasm"):
        status, error = run(["sh", "-c", 'exec "$@" >&-', "sh", *words])
        if status != 2 or "standard output: Bad file descriptor" not in error:
            failures.append(f"closed output: {words}: {status} {error}")
    for closed in (">&-", "<&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"):
        for words in (program("as", "small.spvasm", "-o", written),
                      program("dis", "middle.spv", "-o", written),
                      program("cfg", "small.spvasm", "-o", written),
                      program("val", "--report", "json:" + written, "small.spvasm")):
            status, error = run(["sh", "-c", f'exec "$@" {closed}', "sh", *words])
            if status != 0 or not os.path.exists(written):
                failures.append(f"{closed}: {words}: {status} {error}")
            else:
                os.remove(written)
    words = program("val", "--report", "text:" + written, "--format", "json",
                    "broken.spvasm")
    status, error = run(["sh", "-c", 'exec "$@" >&-', "sh", *words])
    if status != 2 or "standard output" not in error:
        failures.append(f"closed output: {words}: {status} {error}")
    for name in os.listdir("limited"):
        os.remove(os.path.join("limited", name))
    return "closed streams"


def check_closed_pipe():
    for words in commands_that_print("broken.spvasm"):
        running = subprocess.Popen(words, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        running.stdout.close()
        error = running.stderr.read().decode()
        if running.wait(timeout=120) != -signal.SIGPIPE or error:
            failures.append(f"closed pipe: {words}: {running.returncode} {error}")
    return "closed pipe"


# Runs on one cache at the same time print what a run without it prints.
def check_shared_cache():
    os.mkdir("inputs")
    for i in range(40):
        with open(f"inputs/{i}.spvasm", "w") as file:
            file.write(text_of_size(2000) if i % 3 else
                       f"OpCapability Shader\n%a = OpTypeFloat {i}\n")
    words = program("val", "--jobs", "2", "inputs")
    _, expected = run(words)
    words += ["--cache", "cache"]
    for _ in range(COUNT // 4 + 1):
        runs = [subprocess.Popen(words, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE) for _ in range(4)]
        for running in runs:
            error = running.communicate(timeout=120)[1].decode()
            if running.returncode != 1 or error != expected:
                failures.append(f"shared cache: {running.returncode} {error[:300]}")
        for folder, _, names in os.walk("cache"):
            for name in names[::3]:
                if name == "CACHEDIR.TAG":
                    continue
                path = os.path.join(folder, name)
                with open(path, "r+b") as file:
                    file.truncate(random.randrange(os.path.getsize(path) + 1))
    return "shared cache"


def main():
    os.chdir(tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR")))
    os.mkdir("limited")
    for name, size in (("big", BIG * MEGABYTE), ("middle", 3 * MEGABYTE // 2)):
        with open(name + ".spvasm", "w") as file:
            file.write(text_of_size(size))
        made, error = run(program("as", name + ".spvasm", "-o", name + ".spv"))
        assert made == 0, error
    with open("broken.spvasm", "w") as file:
        file.write("OpCapability Shader\n%a = OpTypeFloat 3\n")
    with open("small.spvasm", "w") as file:
        file.write(text_of_size(2000))
    for check in (check_memory, check_changes, check_signals, check_file_size,
                  check_full_disk, check_closed_streams, check_closed_pipe,
                  check_shared_cache):
        start = time.time()
        print(check(), f"({time.time() - start:.0f} s)", flush=True)
    for failure in failures:
        print(failure)
    sys.exit(bool(failures))


main()
