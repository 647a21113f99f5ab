package io.messina.connectors.exchange;

import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Marks an exchange right before the first byte of its request is written to an open connection. A
 * failure before the mark is certain to have sent nothing.
 */
final class SentRequests extends HttpRequestExecutor {

  private static final String EXCHANGE = "messina.exchange";

  static void mark(HttpContext context, OneExchange exchange) {
    context.setAttribute(EXCHANGE, exchange);
  }

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request,
      HttpClientConnection connection,
      HttpResponseInformationCallback callback,
      HttpContext context)
      throws IOException, HttpException {
    ((OneExchange) context.getAttribute(EXCHANGE)).beginSending();
    return super.execute(request, connection, callback, context);
  }
}
