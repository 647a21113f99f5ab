package io.messina.server.http;

import io.helidon.http.HttpPrologue;
import io.helidon.webserver.http.ServerRequest;
import io.messina.api.Shown;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each request that is answered, if the logger {@link #LOGGER} takes INFO: of the path without
 * its query, in which tokens may be.
 */
public final class AccessLog {

  /** The name of the logger. */
  public static final String LOGGER = "messina.access";

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
  private static final double MICROS_PER_MILLI = 1_000;

  private AccessLog() {}

  static void requested(ServerRequest request, String operation, int status, long nanos) {
    if (LOG.isInfoEnabled()) {
      HttpPrologue prologue = request.prologue();
      log(
          request.remotePeer().host(),
          prologue.method().text(),
          RequestTarget.of(prologue).path(),
          operation,
          status,
          TimeUnit.NANOSECONDS.toMicros(nanos) / MICROS_PER_MILLI);
    }
  }

  /** Logs what was refused before it came to a route: its method and path may be anything. */
  static void refused(String remote, String method, String target, int status) {
    if (LOG.isInfoEnabled()) {
      String path = Shown.sentence(target.split("\\?", 2)[0]);
      log(remote, Shown.text(method), path, Dispatcher.UNROUTED, status, 0);
    }
  }

  private static void log(
      String remote, String method, String path, String operation, int status, double millis) {
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
