package io.messina.connectors.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * A request that a {@link ProviderDouble} read.
 *
 * @param headers by name in lower case
 */
public record Received(String method, String target, Map<String, String> headers, byte[] body) {

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  boolean hasBodyOf(Received other) {
    return Arrays.equals(body, other.body);
  }
}
