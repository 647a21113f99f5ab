package io.messina.server.config;

import java.net.URI;

/** Who reaches a host, by its address or name. */
public enum HostKind {
  /** Programs of this machine alone. */
  LOOPBACK,
  /** What a listener binds to, and nobody connects to: all addresses of this machine. */
  WILDCARD,
  /** Others, perhaps. */
  OTHER;

  /**
   * The kind of a host.
   *
   * @param host an address of IPv6 may be in brackets, as in URLs
   */
  public static HostKind of(String host) {
    return switch (host) {
      case "localhost", "127.0.0.1", "::1", "[::1]" -> LOOPBACK;
      case "0.0.0.0", "::", "::0", "[::]", "[::0]" -> WILDCARD;
      default -> OTHER;
    };
  }

  /** The kind of the host of an address, as in {@code messina-1.example.com:8421}. */
  public static HostKind ofAddress(String hostAndPort) {
    return of(URI.create("tcp://" + hostAndPort).getHost());
  }
}
