package io.messina.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** TLS 1.3 in which both sides show a certificate that has the host of their address. */
final class PeerTls {

  private static final String[] PROTOCOLS = {"TLSv1.3"};

  /** Kinds of names in a certificate, RFC 5280 §4.2.1.6. */
  private static final Integer DNS_NAME = 2;

  private static final Integer IP = 7;

  private PeerTls() {}

  static ServerSocket listening(SSLContext context) throws IOException {
    SSLServerSocket server =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
    server.setEnabledProtocols(PROTOCOLS);
    server.setNeedClientAuth(true);
    return server;
  }

  /** Speaks TLS over a connection to a host. */
  static Socket connected(SSLContext context, Socket plain, String host, int port)
      throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(PROTOCOLS);
    parameters.setEndpointIdentificationAlgorithm("HTTPS"); // checks the host, RFC 2818
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /**
   * Why the connected node is another one than it says: its certificate has another host. Names
   * with wildcards match no host.
   */
  static Optional<String> stranger(Socket socket, PeerIdentity other) {
    if (!(socket instanceof SSLSocket secured)) {
      return Optional.empty();
    }
    String host = host(other.address());
    try {
      X509Certificate shown = (X509Certificate) secured.getSession().getPeerCertificates()[0];
      List<String> names =
          Optional.ofNullable(shown.getSubjectAlternativeNames())
              .orElse(List.<List<?>>of())
              .stream()
              .map(List::copyOf)
              .filter(name -> DNS_NAME.equals(name.getFirst()) || IP.equals(name.getFirst()))
              .map(name -> canonical(String.valueOf(name.getLast())))
              .toList();
      return names.contains(canonical(host))
          ? Optional.empty()
          : Optional.of(other.address() + ": its certificate is of " + names);
    } catch (CertificateParsingException | SSLPeerUnverifiedException e) {
      return Optional.of(other.address() + ": its certificate cannot be read: " + e.getMessage());
    }
  }

  private static String host(String address) {
    String host = address.substring(0, Math.max(0, address.lastIndexOf(':')));
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /** Addresses can be written in several ways; names differ in case. */
  private static String canonical(String host) {
    try {
      return InetAddress.ofLiteral(host).getHostAddress();
    } catch (IllegalArgumentException e) {
      return host.toLowerCase(Locale.ROOT);
    }
  }
}
