package io.messina.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.server.config.HostKind;
import io.messina.server.problem.ProblemException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Keeps web pages of other sites out: a browser on this machine reaches loopback addresses too, and
 * without tokens nothing else tells its pages from the machine's user. With tokens nobody need be
 * kept out, as browsers add none by themselves.
 */
public enum LoopbackGuard {
  /** Requests are for a loopback address, and not from pages of other sites or other ports. */
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
    Optional<String> asked = target.authority().or(() -> request.headers().first(HeaderNames.HOST));
    if (this == LOOPBACK) {
      asked
          .filter(host -> !isLoopback(withoutPort(host)))
          .ifPresent(host -> refuse("host", host, "localhost, 127.0.0.1 or [::1]"));
    }
    Exchange.header(request, HeaderNames.ORIGIN)
        .filter(origin -> !isOwn(origin, asked))
        .ifPresent(origin -> refuse("origin", origin, "none, or that of this server itself"));
  }

  /** Whether a page is of this server: of a loopback address, and of the very one that is asked. */
  private static boolean isOwn(String origin, Optional<String> asked) {
    return authorityOf(origin)
        .filter(own -> isLoopback(withoutPort(own)))
        .filter(own -> asked.filter(own::equalsIgnoreCase).isPresent())
        .isPresent();
  }

  private static boolean isLoopback(String host) {
    return HostKind.of(host.toLowerCase(Locale.ROOT)) == HostKind.LOOPBACK;
  }

  private static void refuse(String header, String value, String expected) {
    throw new ProblemException(
        ProblemCode.FORBIDDEN_ORIGIN,
        header + ": " + Shown.text(value) + " (expected: " + expected + ")");
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }

  private static Optional<String> authorityOf(String url) {
    try {
      return Optional.ofNullable(URI.create(url).getAuthority());
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
