package io.messina.connectors.smpp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jsmpp.session.connection.Connection;
import org.jsmpp.session.connection.ConnectionFactory;
import org.jsmpp.session.connection.socket.SocketConnection;

/**
 * Connects to message centres. The library's own connections wait for ever, and trust any
 * certificate or do not compare it with the host.
 *
 * @param isEncrypted whether by TLS, with a certificate of the host that the JDK trusts
 * @param timeout of connecting, and of each step of the handshake
 */
record SmscConnections(boolean isEncrypted, Duration timeout) implements ConnectionFactory {

  /**
   * Waiting bytes become uncertain once the other side hangs; this is enough for a few hundred
   * messages.
   */
  private static final int SEND_OCTETS = 64 * 1024;

  @Override
  @SuppressWarnings("AddressSelection") // the first address, as everywhere
  public Connection createConnection(String host, int port) throws IOException {
    Socket socket = isEncrypted ? SSLSocketFactory.getDefault().createSocket() : new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSendBufferSize(SEND_OCTETS);
      socket.connect(new InetSocketAddress(host, port), Math.toIntExact(timeout.toMillis()));
      if (socket instanceof SSLSocket encrypted) {
        shakeHands(encrypted);
      }
      return new SocketConnection(socket);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private void shakeHands(SSLSocket socket) throws IOException {
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
    socket.startHandshake();
  }
}
