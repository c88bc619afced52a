"""Headless Chromium over its debugging pipe (Chrome DevTools Protocol): pages are opened at a width, asked and seen.

No port is opened and nothing is installed: messages are JSON ended by a zero byte, on file descriptors 3 and 4.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time


def executable():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return name
    sys.exit("no Chromium")


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp()
        theirs_in, self.ours_out = os.pipe()
        self.ours_in, theirs_out = os.pipe()

        def hand_over():
            given_in, given_out = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(given_in, 3)
            os.dup2(given_out, 4)

        self.process = subprocess.Popen(
            [executable(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            close_fds=False, preexec_fn=hand_over, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.count, self.read, self.events, self.session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self):
        end = time.monotonic() + 120
        while b"\0" not in self.read:
            if not select.select([self.ours_in], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("Chromium says nothing")
            part = os.read(self.ours_in, 1 << 20)
            if not part:
                raise EOFError("Chromium ended")
            self.read += part
        text, self.read = self.read.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.count += 1
        request = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.ours_out, data):]
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event):
        while not any(each.get("method") == event for each in self.events):
            self.events.append(self.message())

    def open(self, path, width, height=900, dark=False):
        """Opens a file, at a width in pixels, and waits until the page has drawn itself."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait_for("Page.loadEventFired")
        self.ask("""new Promise((done, fail) => { const look = left => document.documentElement.dataset.drawn ? done()
                 : left ? setTimeout(look, 20, left - 1) : fail(new Error("the page did not draw itself")); look(1000); })""")
        self.settle()

    def settle(self):
        """Until what was asked for is on the screen."""
        self.ask("new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))")

    def ask(self, script):
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def picture(self, left, top, width, height, scale=1):
        """A part of the page as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip={
            "x": left, "y": top, "width": width, "height": height, "scale": scale})["data"])

    def press(self, key):
        """A key as a person presses it: what has the focus gets it."""
        codes = {"Enter": 13, "ArrowDown": 40, "ArrowUp": 38, "Escape": 27}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=codes.get(key, 0))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=codes.get(key, 0))

    def wheel(self, x, y, by, ctrl=False):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=by, modifiers=2 if ctrl else 0)
        self.ask("new Promise(done => setTimeout(done, 150))")

    def complaints(self):
        """What the page's console and log hold."""
        kinds = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [json.dumps(each["params"])[:400] for each in self.events if each.get("method") in kinds]
