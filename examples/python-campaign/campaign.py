"""Sends a campaign over four channels, to providers that hang and throttle, by a server that is killed once in between."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "clients" / "python"))

import messina  # noqa: E402

from providers import HttpProvider, MailServer, start  # noqa: E402

ACCOUNT = "shop"
CAMPAIGN = "spring"
CHANNELS = ["email", "sms", "whatsapp", "webhook"]
PRICES = {"email": "0.0004", "sms": "0.045", "whatsapp": "0.03", "webhook": "0.0001"}
SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"


class Server:
    """`messina serve` in a process that can be killed."""

    def __init__(self, folder: Path, command: List[str]) -> None:
        self._folder = folder
        self._command = command
        self._ready = folder / "ready"
        self._process = self._start("0")
        self.url = self._await_ready()

    def _start(self, port: str) -> "subprocess.Popen[bytes]":
        options = ["serve", "--port", port, "--data", str(self._folder / "data"), "--ready-file", str(self._ready)]
        environment = {**os.environ, "WEBHOOK_SECRET": SECRET}
        return subprocess.Popen([*self._command, *options], env=environment, stdout=subprocess.DEVNULL)

    def _await_ready(self) -> str:
        while not self._ready.exists() or not self._ready.read_text().strip():
            if self._process.poll() is not None:
                raise SystemExit("the server has ended; see above")
            time.sleep(0.05)
        return self._ready.read_text().strip()

    def kill_and_start(self) -> None:
        """As if somebody had pulled the plug: kill -9, then the same again on the same port."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._ready.unlink()
        self._process = self._start(self.url.rpartition(":")[2])
        self._await_ready()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


def define(messages: messina.Messages, mail: MailServer, apis: Dict[str, HttpProvider]) -> None:
    """An account, its templates, and for each channel a connector and a route."""
    account = messages.account(ACCOUNT)
    account.put({})
    text = "Ciao {{name}}, spring is here: {{percent}} % off."
    contents: Dict[str, messina.MessageContent] = {
        "email": {"subject": "Spring is here", "text": text, "html": "<p>" + text + "</p>"},
        "sms": {"text": text},
        "whatsapp": {"text": text},
        "webhook": {"data": {"name": "{{name}}", "percent": "{{percent}}"}},
    }
    for channel, content in contents.items():
        account.template(f"spring-{channel}").put({"channel": channel, "language": "en", "languages": {"en": content}})

    def api(channel: str) -> Dict[str, object]:
        body = '{"id":"{{id}}","to":"{{to}}","text":"{{text}}"}'
        url = f"http://127.0.0.1:{apis[channel].port}/messages"
        return {"url": url, "body": body, "provider_id": "/id", "allow_private": True}

    key = {"in": "header", "name": "Idempotency-Key", "lifetime": "24h", "compares_body": False}
    connectors: Dict[str, messina.ConnectorOptions] = {
        "email": {"smtp": {"host": "127.0.0.1", "port": mail.port, "tls": "none", "from": "Shop <news@shop.example>"}},
        "sms": {"http": {**api("sms"), "idempotency": key}},
        "whatsapp": {"http": api("whatsapp")},
        "webhook": {"webhook": {"secrets": ["env:WEBHOOK_SECRET"], "allow_private": True}},
    }
    for channel, options in connectors.items():
        options.update({"timeout": "2s", "concurrency": 64, "prices": {"*": PRICES[channel]}, "currency": "EUR"})
        messages.connector(f"{channel}-1").put(options)
        messages.route(channel).put({"channel": channel, "account": ACCOUNT, "weights": {f"{channel}-1": 1}})


def addressed(count: int, webhooks: int) -> Iterator[messina.NewMessage]:
    """The campaign's messages, each with a key: all of them may be given again."""
    for number in range(count):
        channel = CHANNELS[number % len(CHANNELS)]
        to = {
            "email": f"ada{number}@mail.example",
            "webhook": f"http://127.0.0.1:{webhooks}/customers/{number}",
        }.get(channel, f"+39333{1_000_000 + number}")
        parameters = {"name": f"Ada {number}", "percent": "20"}
        template: messina.TemplateUse = {"name": f"spring-{channel}", "parameters": parameters}
        yield {
            "account": ACCOUNT, "channel": channel, "to": to, "campaign": CAMPAIGN,
            "template": template, "key": f"{CAMPAIGN}/{number}",
        }  # fmt: skip


def totals(messages: messina.Messages) -> Dict[str, int]:
    return dict(messages.account(ACCOUNT).campaign(CAMPAIGN)["totals"])


def resolves_itself(messages: messina.Messages) -> bool:
    """Whether some message is uncertain that will be sent again, since its provider recognises a repeat."""
    return any(each["sent_again"] for channel in CHANNELS for each in messages.connector(f"{channel}-1").uncertain())


def send(server: Server, count: int, mail: MailServer, apis: Dict[str, HttpProvider]) -> Dict[str, int]:
    """Gives all, kills the server once half of WhatsApp has arrived, and waits until nothing moves any more."""
    messages = messina.Client(server.url).messages
    accepted = messages.accept_all(addressed(count, apis["webhook"].port))
    refused = [each for each in accepted if each.message is None]
    print(f"accepted {len(accepted) - len(refused):,} of {count:,} messages; the mail server hangs", flush=True)
    killed = False
    while True:
        arrived = sum(api.ledger.accepted for api in apis.values())
        if not killed and apis["whatsapp"].ledger.accepted >= count / 8:
            server.kill_and_start()
            killed = True
            print(f"killed the server with kill -9 when {arrived:,} had arrived, and started it again", flush=True)
        now = totals(messages)
        if mail.hangs and arrived >= count * 3 / 4 - now.get("uncertain", 0):
            print("all other channels are done; the mail server answers again", flush=True)
            mail.hangs = False
        under_way = now.get("accepted", 0) + now.get("routed", 0)
        ended = killed and not mail.hangs and sum(now.values()) == count and not under_way
        if ended and not resolves_itself(messages) and len(uncertain(messages)) == now.get("uncertain", 0):
            return now
        time.sleep(0.5)


def uncertain(messages: messina.Messages) -> List[Dict[str, Any]]:
    """By the search, which is as far as the totals a moment later."""
    return list(messages.search(ACCOUNT, campaign=CAMPAIGN, state="uncertain"))


def show(messages: messina.Messages, mail: MailServer, apis: Dict[str, HttpProvider]) -> int:
    """The table of what arrived, and the bill beside the providers' counters; returns how many arrived twice."""
    ledgers = {"email": mail.ledger, **{channel: api.ledger for channel, api in apis.items()}}
    usage = {row["channel"]: row for row in messages.usage(account=ACCOUNT)["rows"]}
    unsure: Dict[str, int] = {}
    for message in uncertain(messages):
        channel = message["events"][0]["channel"]
        unsure[channel] = unsure.get(channel, 0) + 1
    print(f"\n{'channel':10}{'sent':>9}{'uncertain':>11}{'arrived':>9}{'twice':>7}{'throttled':>11}{'repeats':>9}{'EUR':>12}")
    for channel in CHANNELS:
        row, ledger = usage[channel], ledgers[channel]
        numbers = f"{row['messages']:9,}{unsure.get(channel, 0):11,}{ledger.accepted:9,}{ledger.doubles:7,}"
        print(f"{channel:10}{numbers}{ledger.throttled:11,}{ledger.repeats:9,}{row['amount']:>12}")
    return sum(ledger.doubles for ledger in ledgers.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000, help="of all channels (default: %(default)s)")
    parser.add_argument("--sms-per-second", type=int, default=2_000, help="what the SMS provider takes (default: %(default)s)")
    parser.add_argument("--messina", default=str(ROOT / "messina"), help="the command (default: %(default)s)")
    options = parser.parse_args()
    mail = MailServer()
    apis = {
        "sms": HttpProvider(key="idempotency-key", per_second=options.sms_per_second),
        "whatsapp": HttpProvider(),
        "webhook": HttpProvider(key="webhook-id"),
    }
    start(mail, *apis.values())
    with tempfile.TemporaryDirectory(prefix="messina-campaign") as folder:
        server = Server(Path(folder), shlex.split(options.messina))
        try:
            messages = messina.Client(server.url).messages
            define(messages, mail, apis)
            ends = send(server, options.messages, mail, apis)
            doubles = show(messages, mail, apis)
            print("\nstates: " + ", ".join(f"{state} {count:,}" for state, count in sorted(ends.items())))
        finally:
            server.stop()
    return 1 if doubles else 0


if __name__ == "__main__":
    sys.exit(main())
