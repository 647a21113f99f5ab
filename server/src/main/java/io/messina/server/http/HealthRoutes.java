package io.messina.server.http;

import io.messina.api.Health;
import io.messina.api.ProblemCode;
import io.messina.api.Wire;
import io.messina.server.problem.ProblemAnswer;
import io.messina.server.problem.ProblemException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells whether the process lives, and whether it can do its work. */
final class HealthRoutes {

  private final List<HealthCheck> checks;

  HealthRoutes(List<HealthCheck> checks) {
    this.checks = List.copyOf(checks);
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                "/health/live",
                "getLiveness",
                "Whether the process answers at all.",
                exchange -> sendOk(exchange, List.of()))
            .answers(Health.class, 200),
        Route.of(
                Verb.GET,
                "/health/ready",
                "getReadiness",
                "Whether the server can do its work; otherwise a problem with code unavailable.",
                this::ready)
            .answers(Health.class, 200));
  }

  /** Measures each check, when somebody asks for metrics. */
  void measure(MeterRegistry registry) {
    for (HealthCheck check : checks) {
      Gauge.builder("messina.check.failing", () -> check.trouble().isPresent() ? 1 : 0)
          .description("1 while the server is not ready because of this check")
          .tag("check", check.name())
          .strongReference(true)
          .register(registry);
    }
  }

  /** The troubles by check; empty if the server is ready. */
  Map<String, String> troubles() {
    Map<String, String> troubles = new LinkedHashMap<>();
    for (HealthCheck check : checks) {
      check.trouble().ifPresent(sentence -> troubles.put(check.name(), sentence));
    }
    return troubles;
  }

  private void ready(Exchange exchange) {
    Map<String, String> troubles = troubles();
    if (!troubles.isEmpty()) {
      Map.Entry<String, String> first = troubles.entrySet().iterator().next();
      throw new ProblemException(
          new ProblemAnswer(
              ProblemCode.UNAVAILABLE,
              first.getKey() + ": " + first.getValue(),
              Map.of("checks", troubles)));
    }
    sendOk(exchange, checks);
  }

  private static void sendOk(Exchange exchange, List<HealthCheck> checks) {
    Map<String, String> notes = new LinkedHashMap<>();
    checks.forEach(check -> notes.put(check.name(), check.note()));
    exchange.sendJson(200, json -> Wire.write(json, new Health("ok", notes)));
  }
}
