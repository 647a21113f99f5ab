package io.messina.server.http;

import io.messina.server.access.Access;
import io.messina.server.access.Audit;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A server on a free port, and a client of it. */
final class RunningServer implements AutoCloseable {

  static final BodyLimits LIMITS = limits(BodyLimits.TIME_MAX);

  final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  final MessinaServer server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  static BodyLimits limits(Duration timeMax) {
    return new BodyLimits(1 << 16, 1 << 18, 1 << 20, timeMax);
  }

  static final ConnectionLimits CONNECTIONS =
      new ConnectionLimits(100, ConnectionLimits.HEADERS_TIME_MAX);

  private RunningServer(ServerSettings settings, List<Route> routes, List<HealthCheck> checks) {
    this.server =
        MessinaServer.start(
            settings,
            routes,
            checks,
            registry,
            () -> {},
            Access.ofAnybody(),
            Audit.NONE,
            RequestTracer.NONE);
  }

  static ServerSettings settings(Optional<Path> readyFile) {
    return new ServerSettings(
        Listening.atLoopback("127.0.0.1", 0),
        LIMITS,
        CONNECTIONS,
        Duration.ofSeconds(10),
        readyFile);
  }

  static RunningServer with(Route... routes) {
    return new RunningServer(settings(Optional.empty()), List.of(routes), List.of());
  }

  static RunningServer with(ServerSettings settings, Route... routes) {
    return new RunningServer(settings, List.of(routes), List.of());
  }

  static RunningServer checked(HealthCheck... checks) {
    return new RunningServer(settings(Optional.empty()), List.of(), List.of(checks));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.baseUrl() + path));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  /** What is measured once it has all of this, which may be a moment after the answer. */
  String awaitMetrics(String... parts) throws IOException, InterruptedException {
    String metrics = get("/metrics").body();
    while (!Arrays.stream(parts).allMatch(metrics::contains)) {
      metrics = get("/metrics").body();
    }
    return metrics;
  }

  HttpResponse<String> post(String path, String type, byte[] body)
      throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
    return post(path, "application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpClient client() {
    return client;
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
