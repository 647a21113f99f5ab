package io.messina.connectors.exchange;

import java.net.UnknownHostException;

/** A host is at an address that must not be asked. */
final class ForbiddenAddressException extends UnknownHostException {

  private static final long serialVersionUID = 1;

  ForbiddenAddressException(String host) {
    super(host + ": not an address of the Internet (expected: one, or allow_private)");
  }
}
