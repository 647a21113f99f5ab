package io.messina.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.server.config.HostKind;
import io.messina.server.problem.ProblemException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Keeps web pages of other sites out: a browser on this machine reaches loopback addresses too, and
 * without tokens nothing else tells its pages from the machine's user. With tokens nobody need be
 * kept out, as browsers add none by themselves.
 */
public enum LoopbackGuard {
  /** Requests are for a loopback address, and not from pages of other sites. */
  LOOPBACK,
  /** Requests are for any address, and from no pages. */
  NO_PAGES,
  /** Anything goes. */
  NONE;

  /** Where providers and recipients call from anywhere; signatures identify them. */
  private static final List<String> OPEN = List.of("/v1/receipts/", "/v1/unsubscribe/");

  void check(ServerRequest request) {
    if (this == NONE) {
      return;
    }
    RequestTarget target = RequestTarget.of(request.prologue());
    if (OPEN.stream().anyMatch(target.path()::startsWith)) {
      return;
    }
    if (this == LOOPBACK) {
      target
          .authority()
          .or(() -> request.headers().first(HeaderNames.HOST))
          .ifPresent(host -> require("host", host, Optional.of(withoutPort(host))));
    }
    request
        .headers()
        .first(HeaderNames.ORIGIN)
        .ifPresent(origin -> require("origin", origin, hostOf(origin)));
  }

  private static void require(String header, String value, Optional<String> host) {
    if (host.filter(each -> HostKind.of(each) == HostKind.LOOPBACK).isEmpty()) {
      throw new ProblemException(
          ProblemCode.FORBIDDEN_ORIGIN,
          header + ": " + Shown.text(value) + " (expected: localhost, 127.0.0.1 or [::1])");
    }
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }

  private static Optional<String> hostOf(String url) {
    try {
      return Optional.ofNullable(URI.create(url).getHost());
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
