package io.messina.client.internal;

import io.messina.api.Checks;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The servers of a client, of which one is asked as long as it answers; then that which has not
 * failed for longest. Safe for use by many threads.
 */
final class Servers {

  private static final String FORM = "as in http://127.0.0.1:8420";

  /** Base URLs without a slash at the end. */
  private final List<String> bases;

  /** The number of its last failure, of those that have failed and not answered since. */
  private final Map<String, Long> failures = new HashMap<>();

  private long failed;
  private String preferred;

  private Servers(List<String> bases) {
    this.bases = bases;
    this.preferred = bases.get(0);
  }

  static Servers of(List<URI> urls) {
    check(urls);
    return new Servers(urls.stream().map(Servers::base).toList());
  }

  /**
   * Checks base URLs.
   *
   * @throws IllegalArgumentException if there is none, one is no address of HTTP, or two are the
   *     same
   */
  static void check(List<URI> urls) {
    Checks.that(!urls.isEmpty(), "urls", "none", "one or more, " + FORM);
    Set<String> known = new HashSet<>();
    for (URI url : urls) {
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      boolean isBase = url.getRawQuery() == null && url.getRawFragment() == null;
      Checks.that(isHttp && isBase && url.getHost() != null, "url", url, FORM);
      Checks.that(known.add(place(url)), "urls", url + " twice", "each server once");
    }
  }

  private static String base(URI url) {
    return url.toString().replaceAll("/+$", "");
  }

  private static String place(URI url) {
    int standard = "https".equals(url.getScheme()) ? 443 : 80;
    return "%s://%s:%d%s"
        .formatted(
            url.getScheme(),
            url.getHost().toLowerCase(Locale.ROOT),
            url.getPort() < 0 ? standard : url.getPort(),
            url.getRawPath().replaceAll("/+$", ""));
  }

  /** The one to ask first. */
  synchronized String preferred() {
    return preferred;
  }

  /** The one to ask after some others; empty if these are all. */
  synchronized Optional<String> otherThan(Collection<String> asked) {
    if (!asked.contains(preferred)) {
      return Optional.of(preferred);
    }
    String best = null;
    int first = bases.indexOf(preferred);
    for (int i = 1; i < bases.size(); i++) {
      String next = bases.get((first + i) % bases.size());
      if (!asked.contains(next) && (best == null || failure(next) < failure(best))) {
        best = next;
      }
    }
    return Optional.ofNullable(best);
  }

  private long failure(String base) {
    return failures.getOrDefault(base, 0L);
  }

  /** It was not there, or not ready. */
  synchronized void failed(String base) {
    failures.put(base, ++failed);
    if (base.equals(preferred)) {
      preferred = otherThan(Set.of(base)).orElse(base);
    }
  }

  /** It is there. */
  synchronized void answered(String base) {
    if (!failures.isEmpty()) {
      failures.remove(base);
    }
  }
}
