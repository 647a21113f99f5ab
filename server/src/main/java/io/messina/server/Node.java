package io.messina.server;

import io.messina.aggregate.configured.Aggregates;
import io.messina.enrichment.configured.Enrichments;
import io.messina.features.node.Features;
import io.messina.messaging.node.Messaging;
import io.messina.runtime.Context;
import io.messina.server.access.Access;
import io.messina.server.access.AdminToken;
import io.messina.server.access.Audit;
import io.messina.server.aggregates.AggregatesApi;
import io.messina.server.audit.AuditStream;
import io.messina.server.config.Auth;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import io.messina.server.database.Database;
import io.messina.server.enrichments.EnrichmentsApi;
import io.messina.server.features.FeaturesApi;
import io.messina.server.http.HealthCheck;
import io.messina.server.http.MessinaServer;
import io.messina.server.http.RequestTracer;
import io.messina.server.http.Route;
import io.messina.server.http.ServerSettings;
import io.messina.server.messages.MessagesApi;
import io.messina.server.metrics.MeteredStore;
import io.messina.server.sinks.SinksApi;
import io.messina.server.streams.StreamsApi;
import io.messina.server.tokens.TokenRoutes;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server with everything behind it: the one place of wiring. Safe for use by many threads. */
public final class Node implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Node.class);
  private static final Duration READY_POLL = Duration.ofMillis(20);

  /** Handing over may take so long, also if requests have used up the time to stop. */
  private static final Duration HAND_OVER_MIN = Duration.ofSeconds(1);

  private final Engines engines;
  private final StreamsApi api;
  private final Access access;
  private final MessinaServer server;
  private final Closing closed;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ready = new CountDownLatch(1);
  private final AtomicBoolean closing;

  private Node(
      Engines engines, StreamsApi api, Access access, MessinaServer server, Closing closed) {
    this.engines = engines;
    this.api = api;
    this.access = access;
    this.server = server;
    this.closed = closed;
    this.closing = closed.begun();
  }

  /** The last steps of a stop, and the times until them. */
  private record Closing(
      Store store,
      Database database,
      Duration drainDelay,
      Duration drainMax,
      AtomicBoolean begun,
      RequestTracer tracer)
      implements HealthCheck {

    @Override
    public String name() {
      return "server";
    }

    @Override
    public Optional<String> trouble() {
      return begun.get() ? Optional.of("it was told to stop") : Optional.empty();
    }
  }

  /**
   * Opens the store, takes over its streams, and listens. Returns when it listens; it is ready a
   * moment later, when it writes the ready-file.
   *
   * @return the server, to be closed
   * @throws io.messina.server.config.ConfigurationException if an option cannot be followed; then
   *     nothing was opened or made
   * @throws io.messina.store.StoreException if the store cannot be opened
   * @throws io.messina.server.http.ListenException if the address is taken
   */
  public static Node start(Configuration configuration) {
    return start(configuration, UnaryOperator.identity());
  }

  /**
   * Likewise, after {@link StartCheck#warnings}, which are not looked for again.
   *
   * @param warnings to be logged
   */
  public static Node start(Configuration configuration, List<String> warnings) {
    return start(configuration, warnings, UnaryOperator.identity());
  }

  /** Starts a server with something around its store, as a test does to make the store fail. */
  static Node start(Configuration configuration, UnaryOperator<Store> decoration) {
    return start(configuration, StartCheck.warnings(configuration), decoration);
  }

  private static Node start(
      Configuration configuration, List<String> warnings, UnaryOperator<Store> decoration) {
    warnings.forEach(LOG::warn);
    MessinaServer.check(ServerSettings.of(configuration));
    RequestTracer tracer = AskedTracer.in(System.getenv());
    try {
      return start(configuration, decoration, tracer);
    } catch (RuntimeException | Error e) {
      tracer.close();
      throw e;
    }
  }

  private static Node start(
      Configuration configuration, UnaryOperator<Store> decoration, RequestTracer tracer) {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Database database = Database.open(configuration);
    Store store = new MeteredStore(decoration.apply(database.store()), registry);
    try {
      return start(configuration, registry, database, store, tracer);
    } catch (RuntimeException | Error e) {
      database.stop();
      store.close();
      throw e;
    }
  }

  private static Node start(
      Configuration configuration,
      PrometheusMeterRegistry registry,
      Database database,
      Store store,
      RequestTracer tracer) {
    Engines engines = Engines.start(configuration, database, store, tracer.sends());
    Access access = access(configuration, store);
    try {
      Closing closing =
          new Closing(
              store,
              database,
              configuration.get(Options.DRAIN_DELAY),
              configuration.get(Options.DRAIN_MAX),
              new AtomicBoolean(),
              tracer);
      return start(configuration, registry, closing, engines, access);
    } catch (RuntimeException | Error e) {
      access.close();
      engines.close(HAND_OVER_MIN);
      throw e;
    }
  }

  private static Node start(
      Configuration configuration,
      PrometheusMeterRegistry registry,
      Closing closing,
      Engines engines,
      Access access) {
    StreamsApi api =
        new StreamsApi(
            engines.streams(),
            closing.store(),
            registry,
            engines.aggregates().aggregates()::checkKey,
            configuration.get(Options.METRICS_PER));
    FeaturesApi featuresApi = new FeaturesApi(engines.streams(), engines.features(), registry);
    EnrichmentsApi enrichmentsApi =
        new EnrichmentsApi(engines.streams(), engines.enrichments(), api.polls(), registry);
    SinksApi sinksApi = new SinksApi(engines.streams(), engines.sinks(), api.polls(), registry);
    AggregatesApi aggregatesApi =
        new AggregatesApi(
            engines.streams(), engines.aggregates().aggregates(), api.polls(), registry);
    MessagesApi messagesApi = new MessagesApi(engines.messaging(), engines.usage());
    ServerSettings settings = ServerSettings.of(configuration);
    List<Route> routes =
        joined(
                List.of(
                    api.routes(),
                    featuresApi.routes(),
                    enrichmentsApi.routes(),
                    sinksApi.routes(),
                    aggregatesApi.routes(),
                    messagesApi.routes(),
                    new TokenRoutes(access).routes()))
            .stream()
            .map(Route::refusingBodies)
            .toList();
    routes.forEach(route -> Access.checkKnown(route.operation()));
    Optional<AuditStream> audit =
        access.tokens().map(_ -> new AuditStream(engines.streams(), Clock.systemUTC()));
    MessinaServer server =
        MessinaServer.start(
            settings,
            configuration.get(Options.ROLES).gateway() ? routes : List.of(),
            joined(
                List.of(
                    List.of(closing),
                    closing.database().checks(),
                    api.checks(),
                    featuresApi.checks(),
                    messagesApi.checks())),
            registry,
            () -> {
              api.refreshMetrics();
              featuresApi.refreshMetrics();
              enrichmentsApi.refreshMetrics();
              sinksApi.refreshMetrics();
              aggregatesApi.refreshMetrics();
            },
            access,
            audit.map(Audit.class::cast).orElse(Audit.NONE),
            closing.tracer());
    api.listens(server.baseUrl());
    audit.ifPresent(each -> each.listens(server.baseUrl()));
    Node node = new Node(engines, api, access, server, closing);
    Thread.ofVirtual().name("messina-ready").start(node::announceReady);
    return node;
  }

  private static Access access(Configuration configuration, Store store) {
    return configuration.get(Options.AUTH) == Auth.TOKENS
        ? Access.byTokens(Context.ofMachine(store, "messina-access-"), AdminToken.of(configuration))
        : Access.ofAnybody();
  }

  private static <T> List<T> joined(List<List<T>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }

  /**
   * Where clients find it.
   *
   * @return as in {@code http://127.0.0.1:8420}
   */
  public String baseUrl() {
    return server.baseUrl();
  }

  /** The streams behind the API, for programs that run in this process. */
  public Streams streams() {
    return engines.streams();
  }

  /** The features behind the API, for programs that run in this process. */
  public Features features() {
    return engines.features();
  }

  /** The enrichments behind the API, for programs that run in this process. */
  public Enrichments enrichments() {
    return engines.enrichments();
  }

  /** The aggregates behind the API, for programs that run in this process. */
  public Aggregates aggregates() {
    return engines.aggregates().aggregates();
  }

  /** The messaging behind the API, for programs that run in this process. */
  public Messaging messaging() {
    return engines.messaging();
  }

  /**
   * The reasons why it is not ready.
   *
   * @return a sentence by check; empty if it is ready
   */
  public Map<String, String> troubles() {
    return server.troubles();
  }

  /**
   * Waits until it is ready.
   *
   * @param most the longest wait
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitReady(Duration most) throws InterruptedException {
    return ready.await(most.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void announceReady() {
    try {
      while (!server.troubles().isEmpty()) {
        if (stopped.await(READY_POLL.toNanos(), TimeUnit.NANOSECONDS)) {
          return;
        }
      }
      server.announceReady();
      ready.countDown();
      warnIfShut();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A courtesy, which nothing may depend on: the store may fail, or be closed meanwhile. */
  private void warnIfShut() {
    try {
      if (access.isShut()) {
        LOG.warn(
            "Nobody can use this server: it has auth=tokens, and there is no token. Start it with"
                + " --admin-token-file FILE, which makes a first one that may do all; create the"
                + " others with that: messina token create NAME --scope SCOPE --token-file FILE.");
      }
    } catch (RuntimeException e) {
      LOG.debug("not known whether there are tokens", e);
    }
  }

  /**
   * Says that it is not ready. If there are other servers, serves on for a while, and hands its
   * shards over to them, so that its clients notice nothing. Then answers waiting requests, accepts
   * no more, lets running requests end for up to three quarters of the time that the configuration
   * gives, hands over what shards are left in the rest of it, at least in a second, and closes the
   * store. Repeating it changes nothing.
   */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    stopped.countDown();
    if (engines.streams().hasOthers()) {
      server.leave();
      await(closed.drainDelay());
      handOver(closed.drainMax().toNanos() / 2, engines::handOver);
    }
    long untilNanos = System.nanoTime() + closed.drainMax().toNanos();
    api.close();
    server.close();
    access.close();
    handOver(Math.max(HAND_OVER_MIN.toNanos(), untilNanos - System.nanoTime()), engines::close);
    closed.database().stop();
    closed.store().close();
    closed.tracer().close();
  }

  private static void await(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void handOver(long mostNanos, Consumer<Duration> step) {
    Duration most = Duration.ofNanos(mostNanos);
    Thread closer = Thread.ofVirtual().name("messina-close").start(() -> step.accept(most));
    try {
      if (!closer.join(most)) {
        LOG.warn("The shards could not be handed over in time; they are taken over at the start.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
