"""How a client gets in: its token, and the certificate authorities that it trusts."""

from __future__ import annotations

import dataclasses
import os
import re
import ssl
from typing import Dict, Optional


@dataclasses.dataclass(frozen=True)
class Access:
    """token, or token_file, which is read for each request, so that it may be replaced. ca_file: PEM; those of the system if absent."""

    token: Optional[str] = None
    token_file: Optional[str] = None
    ca_file: Optional[str] = None

    @staticmethod
    def of(token: Optional[str], token_file: Optional[str], ca_file: Optional[str]) -> Access:
        """What is given, else what the environment says.

        Raises ValueError for a token and a file of one, and for what can be no token; OSError for a file that cannot be read.
        """
        if token is not None and token_file is not None:
            raise ValueError("token, token_file: both (expected: one of them)")
        if token is None and token_file is None:
            token = os.environ.get("MESSINA_TOKEN") or None
            token_file = None if token else os.environ.get("MESSINA_TOKEN_FILE") or None
        access = Access(token, token_file, ca_file or os.environ.get("MESSINA_CA_FILE") or None)
        access.headers()
        if access.ca_file is not None:
            access.context()
        return access

    def __repr__(self) -> str:
        return f"Access(token={'…' if self.token else None}, token_file={self.token_file!r}, ca_file={self.ca_file!r})"

    def headers(self) -> Dict[str, str]:
        token, source = self.token, "token"
        if self.token_file is not None:
            source = f"token file: {self.token_file}"
            with open(self.token_file, encoding="utf-8", errors="replace") as file:
                token = file.readline().strip()
        if token is None:
            return {}
        if not re.fullmatch("[!-~]+", token):  # the errors of a header would show it
            found = "other characters" if token else "empty"
            raise ValueError(f"{source}: {found} (expected: a token, of visible characters of ASCII)")
        return {"Authorization": f"Bearer {token}"}

    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.ca_file)
