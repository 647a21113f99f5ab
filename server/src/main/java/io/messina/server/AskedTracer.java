package io.messina.server;

import io.messina.api.Shown;
import io.messina.server.config.ConfigurationException;
import io.messina.server.http.RequestTracer;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds a tracer, if the standard variables of OpenTelemetry ask for one. */
final class AskedTracer {

  private static final Logger LOG = LoggerFactory.getLogger(AskedTracer.class);

  private static final String DISABLED = "OTEL_SDK_DISABLED";
  private static final String EXPORTER = "OTEL_TRACES_EXPORTER";
  private static final String NO_EXPORTER = "none";
  private static final Pattern PROPERTY = Pattern.compile("\\botel\\.[a-z.]*[a-z]");
  private static final int PORT_MAX = 65_535;
  private static final List<String> ENDPOINTS =
      List.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");

  private AskedTracer() {}

  /**
   * Returns {@link RequestTracer#NONE} without a look for others, if none is asked for.
   *
   * @param environment variables by name
   * @throws ConfigurationException if the variables are wrong
   */
  static RequestTracer in(Map<String, String> environment) {
    if (!isAskedFor(environment)) {
      return RequestTracer.NONE;
    }
    ENDPOINTS.forEach(name -> checkUrl(name, environment.getOrDefault(name, "")));
    try {
      Optional<RequestTracer> found = ServiceLoader.load(RequestTracer.class).findFirst();
      if (found.isEmpty()) {
        LOG.warn("Variables OTEL_… ask for traces, and the module messina-tracing is not there.");
      }
      return found.orElse(RequestTracer.NONE);
    } catch (ServiceConfigurationError e) {
      throw new ConfigurationException("OTEL_…: " + reason(e));
    }
  }

  /** The first reason, with names of variables in place of those of properties. */
  private static String reason(Throwable thrown) {
    Throwable first = thrown;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    return PROPERTY
        .matcher(String.valueOf(first.getMessage()))
        .replaceAll(name -> name.group().replace('.', '_').toUpperCase(Locale.ROOT));
  }

  /** Else each export would fail by itself, with a stack in the log. */
  private static void checkUrl(String name, String url) {
    boolean isGood = url.isBlank();
    try {
      isGood |= URI.create(url).getPort() <= PORT_MAX;
    } catch (IllegalArgumentException _) {
      // told below
    }
    if (!isGood) {
      throw new ConfigurationException(
          name + ": " + Shown.text(url) + " (expected: a URL as in http://127.0.0.1:4318)");
    }
  }

  static boolean isAskedFor(Map<String, String> environment) {
    String exporter = environment.getOrDefault(EXPORTER, "");
    boolean isNamed =
        !exporter.isBlank()
            || ENDPOINTS.stream().anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
    return isNamed
        && !exporter.equals(NO_EXPORTER)
        && !environment.getOrDefault(DISABLED, "").equalsIgnoreCase("true");
  }
}
