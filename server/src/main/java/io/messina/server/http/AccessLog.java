package io.messina.server.http;

import io.helidon.http.HttpPrologue;
import io.helidon.webserver.http.ServerRequest;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each request, if the logger {@link #LOGGER} takes INFO: of the path without its query, in
 * which tokens may be.
 */
public final class AccessLog {

  /** The name of the logger. */
  public static final String LOGGER = "messina.access";

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
  private static final double MICROS_PER_MILLI = 1_000;

  private AccessLog() {}

  static void requested(ServerRequest request, String operation, int status, long nanos) {
    if (!LOG.isInfoEnabled()) {
      return;
    }
    HttpPrologue prologue = request.prologue();
    String remote = request.remotePeer().host();
    String method = prologue.method().text();
    String path = RequestTarget.of(prologue).path();
    double millis = TimeUnit.NANOSECONDS.toMicros(nanos) / MICROS_PER_MILLI;
    LOG.atInfo()
        .addKeyValue("remote", remote)
        .addKeyValue("method", method)
        .addKeyValue("path", path)
        .addKeyValue("operation", operation)
        .addKeyValue("status", status)
        .addKeyValue("millis", millis)
        .log("{} \"{} {}\" {} {} {}ms", remote, method, path, status, operation, millis);
  }
}
