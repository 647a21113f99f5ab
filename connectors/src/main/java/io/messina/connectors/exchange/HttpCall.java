package io.messina.connectors.exchange;

import java.net.URI;
import java.util.Map;

/**
 * A request to be sent.
 *
 * @param method of HTTP
 * @param uri absolute, with {@code http} or {@code https}
 * @param headers by name, of visible characters of ASCII and blanks
 * @param body nothing if empty; must not be changed
 */
public record HttpCall(String method, URI uri, Map<String, String> headers, byte[] body) {

  /** Keeps a copy of the headers. */
  public HttpCall {
    headers = Map.copyOf(headers);
  }

  /** Without headers and body, which may hold secrets. */
  @Override
  public String toString() {
    return method + " " + uri.getScheme() + "://" + uri.getAuthority();
  }
}
