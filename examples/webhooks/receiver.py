# A receiver of webhooks in Python 3.9 or later, without packages, that adds a row to a spreadsheet.
#   WEBHOOK_SECRET=whsec_… python3 receiver.py
import base64, csv, hashlib, hmac, json, os, re, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
# Store the ids together with what you do, so that they survive a restart.
processed = set()
# Bytes. Anybody can send a longer body, before its signature is known. That of an event is much shorter.
max_length = 100_000


def is_signed(headers, body):
    id, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    digest = hmac.new(key, f"{id}.{sent}.".encode() + body, hashlib.sha256).digest()
    signature = b"v1," + base64.b64encode(digest)
    # There are two signatures while the secret is being replaced.
    return any(hmac.compare_digest(signature, each.encode()) for each in headers.get("webhook-signature", "").split())


def handle(event):
    """If it raises an error, the connection ends without a response, and the event arrives again."""
    # An order can be cancelled after somebody has deleted its animal in the database.
    pet = event["data"].get("pet", {"id": "", "name": "", "status": ""})
    # Clients choose the names. A spreadsheet would execute a cell that begins with one of these characters.
    name = re.sub(r"(^|[;,\t|\r\n])(?=[\s'\"]*[=+\-@＝＋－＠])", r"\1'", pet["name"])
    with open("events.csv", "a", newline="", encoding="utf-8") as file:
        csv.writer(file).writerow([event["time"], event["type"], pet["id"], name, pet["status"]])
    print(event["type"], event["subject"], pet["name"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds for which a client may send nothing

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        if not 0 <= length <= max_length:
            self.send_response(413)
        elif not is_signed(self.headers, body := self.rfile.read(length)):
            self.send_response(401)
        else:
            id = self.headers["webhook-id"]
            if id not in processed:
                handle(json.loads(body))
                processed.add(id)
            self.send_response(204)
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8090"))), Receiver).serve_forever()
