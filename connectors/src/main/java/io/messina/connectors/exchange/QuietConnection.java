package io.messina.connectors.exchange;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.util.Timeout;

/**
 * A connection that is used again only if the server has sent nothing since. If the server has
 * closed it, the next request would be lost; if it has sent bytes, they would be taken for the next
 * answer.
 */
final class QuietConnection extends DefaultManagedHttpClientConnection {

  private static final Timeout LISTENED = Timeout.ofMilliseconds(1);

  private QuietConnection(String id, Http1Config http) {
    super(id, null, null, http, null, null, null, null, null);
  }

  static HttpConnectionFactory<ManagedHttpClientConnection> factory(Http1Config http) {
    AtomicLong number = new AtomicLong();
    return socket -> {
      QuietConnection connection = new QuietConnection("http-" + number.getAndIncrement(), http);
      if (socket != null) {
        connection.bind(socket);
      }
      return connection;
    };
  }

  @Override
  public boolean isStale() {
    try {
      boolean _ = awaitInput(LISTENED);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
