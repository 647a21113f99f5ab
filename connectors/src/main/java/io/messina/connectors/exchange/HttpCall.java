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

  private static final int NO_PORT = -1;
  private static final int PORT_MAX = 65_535;

  /** Keeps a copy of the headers. */
  public HttpCall {
    headers = Map.copyOf(headers);
  }

  /**
   * Whether a URL names a host, and no port that hosts do not have.
   *
   * @param uri any
   * @return whether a request can go there
   */
  public static boolean leadsToHost(URI uri) {
    int port = uri.getPort();
    return uri.getHost() != null && (port == NO_PORT || (port >= 1 && port <= PORT_MAX));
  }

  /** Without headers and body, which may hold secrets. */
  @Override
  public String toString() {
    return method + " " + uri.getScheme() + "://" + uri.getAuthority();
  }
}
