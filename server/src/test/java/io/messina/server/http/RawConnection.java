package io.messina.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;

/** A connection on which a test sends what no client library does. */
public final class RawConnection implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 30_000;
  private static final int RECEIVE_BYTES = 1 << 14;

  private final Socket socket;

  private RawConnection(Socket socket) {
    this.socket = socket;
  }

  public static RawConnection to(String baseUrl) throws IOException {
    URI base = URI.create(baseUrl);
    Socket socket = new Socket();
    // So that little is on its way where the test does not read.
    socket.setReceiveBufferSize(RECEIVE_BYTES);
    socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return new RawConnection(socket);
  }

  /** The first lines of a request. */
  public static String head(String requestLine, String... headers) {
    StringBuilder head = new StringBuilder(requestLine + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  public RawConnection send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    return this;
  }

  /** Everything until the server ends the connection. */
  public String rest() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  /** Likewise, where the server may break it off with bytes unread, which resets it. */
  public String untilBrokenOff() throws IOException {
    StringBuilder read = new StringBuilder();
    InputStream in = socket.getInputStream();
    try {
      for (int b = in.read(); b >= 0; b = in.read()) {
        read.append((char) b);
      }
    } catch (SocketException _) {
      // reset
    }
    return read.toString();
  }

  /** Everything up to and with a text, or until the server ends the connection. */
  public String upTo(String text) throws IOException {
    StringBuilder read = new StringBuilder();
    InputStream in = socket.getInputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      read.append((char) b);
      if (read.length() >= text.length()
          && read.indexOf(text, read.length() - text.length()) >= 0) {
        break;
      }
    }
    return read.toString();
  }

  /** Whether something has come that was not read. */
  public boolean hasArrived() throws IOException {
    return socket.getInputStream().available() > 0;
  }

  /** Says that nothing more comes, and goes on listening. */
  public void endSending() throws IOException {
    socket.shutdownOutput();
  }

  /** Breaks the connection, whatever is on its way. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
