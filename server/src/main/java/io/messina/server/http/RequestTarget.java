package io.messina.server.http;

import io.helidon.http.HttpPrologue;
import java.util.Optional;

/**
 * The target of a request. RFC 9112, 3.2.2: it may be a whole URL, whose authority then counts
 * instead of the header Host.
 *
 * @param authority host and port of a whole URL
 * @param path as it was sent
 */
record RequestTarget(Optional<String> authority, String path) {

  static RequestTarget of(HttpPrologue prologue) {
    String raw = prologue.uriPath().rawPath();
    int scheme = schemeLength(raw);
    if (scheme == 0) {
      return new RequestTarget(Optional.empty(), raw);
    }
    int slash = raw.indexOf('/', scheme);
    int end = slash < 0 ? raw.length() : slash;
    return new RequestTarget(
        Optional.of(raw.substring(scheme, end)), slash < 0 ? "/" : raw.substring(slash));
  }

  private static int schemeLength(String raw) {
    for (String scheme : new String[] {"http://", "https://"}) {
      if (raw.regionMatches(true, 0, scheme, 0, scheme.length())) {
        return scheme.length();
      }
    }
    return 0;
  }
}
