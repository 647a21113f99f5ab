package io.messina.connectors.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A request of a provider to the address for its receipts. Anyone can send one.
 *
 * @param url that was called, as the provider knows it
 * @param headers by name, in any case
 * @param body as it came; must not be changed
 */
public record ReceiptCallback(String url, Map<String, List<String>> headers, byte[] body) {

  /** Keeps a copy of the headers, with names in lower case. */
  public ReceiptCallback {
    Map<String, List<String>> lower = new TreeMap<>();
    headers.forEach(
        (name, values) ->
            lower
                .computeIfAbsent(name.toLowerCase(Locale.ROOT), ignored -> new ArrayList<>())
                .addAll(values));
    headers = lower;
  }

  /** The only value of a header; a header that comes twice proves nothing. */
  Optional<String> header(String name) {
    List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }

  /** Without the body, which may hold secrets and personal data. */
  @Override
  public String toString() {
    return "callback of " + body.length + " bytes";
  }
}
