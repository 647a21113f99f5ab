package io.messina.connectors.exchange;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends requests over HTTP/1.1, each once: it repeats no request, follows no redirect, keeps no
 * cookie and asks no proxy. It is not the client of the JDK, which looks names up by itself, past
 * any check of their addresses, and whose deadline ends with the headers of an answer. Here a name
 * is looked up once per connection, its addresses are checked, and the connection is made to those
 * addresses; certificates are checked against the name as usual.
 *
 * <p>An unused connection is kept for ten seconds, or less if the server says so. A connection that
 * the server has closed, or on which it has sent more than an answer, is not used again.
 *
 * <p>The loggers {@code org.apache.hc.client5.http.headers} and {@code .wire} show secrets at
 * DEBUG; a process that sends messages leaves them at INFO.
 *
 * <p>Safe for use by many threads.
 */
public final class HttpExchanges implements AutoCloseable {

  /** The longest body of an answer that is read. */
  public static final int ANSWER_BYTES_MAX = 64 * 1024;

  private static final int HEADERS_MAX = 100;
  private static final int HEADER_CHARS_MAX = 16 * 1024;
  private static final TimeValue KEPT = TimeValue.ofSeconds(10);
  private static final Timeout CONNECT = Timeout.ofSeconds(30);

  private final CloseableHttpClient client;
  private final Semaphore connections;

  /** A client without connections yet. */
  public HttpExchanges(Egress egress) {
    connections = new Semaphore(egress.connections(), true);
    client =
        HttpClients.custom()
            .setConnectionManager(pool(egress))
            .setRequestExecutor(new SentRequests())
            .setDefaultRequestConfig(requests())
            .setUserAgent("messina")
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .disableContentCompression()
            .disableCookieManagement()
            .disableAuthCaching()
            .build();
  }

  /**
   * Sends a request and waits for the answer.
   *
   * @param timeout for all of it: waiting for a connection, looking up, connecting, sending, and
   *     the answer to its end
   * @return the end of the exchange; an interrupt also ends it, with the interrupt status set
   */
  public HttpEnding exchange(HttpCall call, Duration timeout) {
    return new OneExchange(client, connections, request(call)).within(timeout);
  }

  /** Cuts all connections. */
  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }

  private static HttpUriRequestBase request(HttpCall call) {
    HttpUriRequestBase request = new HttpUriRequestBase(call.method(), call.uri());
    call.headers().forEach(request::addHeader);
    if (call.body().length > 0) {
      request.setEntity(new ByteArrayEntity(call.body(), null));
    }
    return request;
  }

  private static RequestConfig requests() {
    return RequestConfig.custom()
        .setAuthenticationEnabled(false)
        .setProtocolUpgradeEnabled(false)
        .setExpectContinueEnabled(false)
        .setConnectionKeepAlive(KEPT)
        .build();
  }

  private static PoolingHttpClientConnectionManager pool(Egress egress) {
    Http1Config http =
        Http1Config.custom()
            .setMaxHeaderCount(HEADERS_MAX)
            .setMaxLineLength(HEADER_CHARS_MAX)
            .build();
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setDnsResolver(new CheckedLookup(egress.lookup(), egress.allowPrivate()))
        .setTlsSocketStrategy(new DefaultClientTlsStrategy(egress.tls()))
        .setConnectionFactory(QuietConnection.factory(http))
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(CONNECT)
                .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                .build())
        .setMaxConnTotal(egress.connections())
        .setMaxConnPerRoute(egress.connections())
        .build();
  }
}
