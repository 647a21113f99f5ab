package io.messina.connectors.exchange;

import java.net.URI;
import java.util.Map;

/**
 * A request.
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
   * Says whether a request can be sent to a URL: it names a host, and no port outside the range of
   * ports.
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
