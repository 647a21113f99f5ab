package io.messina.server.http;

import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.messina.server.access.Access;
import io.messina.server.access.Audit;
import io.messina.server.config.OptionFiles;
import io.messina.server.config.Options;
import io.messina.server.problem.Problems;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that listens. It answers {@code /health/live} at once and {@code /health/ready} as its
 * checks say. Each request runs on its virtual thread. Safe for use by many threads.
 */
public final class MessinaServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MessinaServer.class);

  private final ServerSettings settings;
  private final WebServer server;
  private final int port; // which the server forgets when it stops
  private final HealthRoutes health;
  private final Dispatcher dispatcher;
  private final HeaderWatch headers;
  private final Optional<Certificates> certificates;

  private MessinaServer(
      ServerSettings settings,
      WebServer server,
      HealthRoutes health,
      Dispatcher dispatcher,
      HeaderWatch headers,
      Optional<Certificates> certificates) {
    this.settings = settings;
    this.headers = headers;
    this.certificates = certificates;
    this.dispatcher = dispatcher;
    this.server = server;
    this.port = server.port();
    this.health = health;
  }

  /**
   * Begins to listen.
   *
   * @throws ListenException if the address is taken
   */
  public static MessinaServer start(
      ServerSettings settings,
      List<Route> routes,
      List<HealthCheck> checks,
      PrometheusMeterRegistry registry,
      Runnable beforeMetrics,
      Access access,
      Audit audit,
      RequestTracer tracer) {
    settings.readyFile().ifPresent(file -> new ReadyFile(file).delete());
    HealthRoutes health = new HealthRoutes(checks);
    health.measure(registry);
    List<Route> all = withOwn(routes, health, metrics(registry, beforeMetrics));
    Dispatcher dispatcher =
        new Dispatcher(
            new RouteTable(all),
            checks.stream().filter(HealthCheck::isVital).toList(),
            settings.bodies(),
            new Problems(() -> UUID.randomUUID().toString()),
            new RequestMeter(registry),
            access,
            audit,
            settings.listening().guard(),
            tracer);
    Optional<Certificates> certificates = settings.listening().tls().map(Certificates::new);
    HeaderWatch headers = new HeaderWatch(settings.connections().headersTimeMax());
    WebServer server = webServer(settings, dispatcher, headers, certificates);
    listen(settings, server);
    certificates.ifPresent(each -> each.watch(server));
    LOG.info("listening at {}:{}", settings.listening().host(), server.port());
    return new MessinaServer(settings, server, health, dispatcher, headers, certificates);
  }

  /**
   * Where clients find it.
   *
   * @return as in {@code http://127.0.0.1:8420}
   */
  public String baseUrl() {
    return settings.listening().urlBegin() + port;
  }

  /**
   * The reasons why it is not ready.
   *
   * @return a sentence by check; empty if it is ready
   */
  public Map<String, String> troubles() {
    return health.troubles();
  }

  /**
   * Writes the ready-file, if one was asked for. Called once everything behind the routes works.
   */
  public void announceReady() {
    settings.readyFile().ifPresent(file -> new ReadyFile(file).write(baseUrl()));
  }

  HeaderWatch headers() {
    return headers;
  }

  /** Ends connections with their next answers; new ones are served as before. */
  public void leave() {
    dispatcher.leave();
  }

  /**
   * Stops to accept, refuses requests on open connections, lets requests that run end within the
   * time that the settings give them, then breaks them off. Repeating it changes nothing.
   */
  @Override
  public void close() {
    settings.readyFile().ifPresent(file -> new ReadyFile(file).delete());
    dispatcher.close();
    certificates.ifPresent(Certificates::close);
    server.stop();
    headers.close();
  }

  private static List<Route> withOwn(List<Route> routes, HealthRoutes health, Route metrics) {
    List<Route> all = new ArrayList<>(routes);
    all.addAll(health.routes());
    all.add(metrics);
    Description description = new Description();
    all.add(
        Route.of(Verb.GET, "/openapi", "getApi", "This description of the API.", description)
            .answersPlain(200));
    description.document = OpenApi.document(all);
    return all;
  }

  private static Route metrics(PrometheusMeterRegistry registry, Runnable before) {
    String mediaType = "text/plain; version=0.0.4; charset=utf-8";
    return Route.of(
            Verb.GET,
            "/metrics",
            "getMetrics",
            "What is measured, in the text format of Prometheus.",
            exchange -> {
              before.run();
              exchange.send(200, mediaType, registry.scrape().getBytes(StandardCharsets.UTF_8));
            })
        .answersPlain(200);
  }

  /** The description describes its own route too, so it is made when all routes are known. */
  private static final class Description implements Endpoint {

    private volatile byte[] document = new byte[0];

    @Override
    public void handle(Exchange exchange) {
      exchange.send(200, "application/json", document);
    }
  }

  private static WebServer webServer(
      ServerSettings settings,
      Dispatcher dispatcher,
      HeaderWatch headers,
      Optional<Certificates> certificates) {
    TransportProblems problems = new TransportProblems();
    return WebServer.builder()
        .host(settings.listening().host())
        .port(settings.listening().port())
        .shutdownHook(false)
        .shutdownGracePeriod(settings.drainMax())
        .contentEncoding(new BodiesAsSent())
        // Beyond the files of the process Helidon would stop to listen for good.
        .maxTcpConnections(settings.connections().openMax())
        .addProtocol(
            Http1Config.builder().addReceiveListener(headers).addSendListener(problems).build())
        // Else Helidon has HTTP/1.1 twice, and closes connections with anything else unanswered.
        .protocolsDiscoverServices(false)
        // So that the reason reaches the handlers below.
        .errorHandling(ErrorHandling.builder().includeEntity(true).build())
        // Else what follows the headers of a long answer waits for the client's delayed ACK, 40 ms.
        .connectionOptions(options -> options.tcpNoDelay(true))
        // Keeps 8 KiB less for each connection, which counts if thousands of them wait.
        .useNio(false)
        .directHandlers(problems.handlers())
        .update(builder -> certificates.ifPresent(each -> builder.tls(each.tls())))
        .routing(HttpRouting.builder().any(dispatcher))
        .build();
  }

  /**
   * Looks at the files of the server, and changes nothing.
   *
   * @return a sentence for each certificate that clients refuse
   * @throws io.messina.server.config.ConfigurationException if the certificate and its key are
   *     none, or the ready-file cannot be written
   */
  public static List<String> checkFiles(ServerSettings settings) {
    settings.readyFile().ifPresent(file -> OptionFiles.checkReplaced(Options.READY_FILE, file));
    return settings.listening().tls().map(Certificates::check).orElse(List.of());
  }

  /**
   * Makes sure that the server can listen at an address, before it creates or opens anything.
   *
   * @throws ListenException if it cannot listen there
   */
  public static void check(ServerSettings settings) {
    try (ServerSocket socket = new ServerSocket()) {
      // Else what clients of a former process left behind would hold it for a minute.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(settings.listening().host(), settings.listening().port()));
    } catch (IOException e) {
      throw refused(settings, String.valueOf(e.getMessage()));
    }
  }

  private static void listen(ServerSettings settings, WebServer server) {
    // Helidon prints a stack before it says so.
    check(settings);
    server.start();
    if (!server.isRunning()) {
      throw refused(settings, "Address already in use");
    }
  }

  private static ListenException refused(ServerSettings settings, String cause) {
    return new ListenException(
        "port "
            + settings.listening().port()
            + " at "
            + settings.listening().host()
            + " cannot be listened at, "
            + cause
            + ": see what else listens there, or choose others with --port and --host");
  }
}
