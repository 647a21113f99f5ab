package io.messina.messaging.node;

import io.messina.api.message.AccountName;
import io.messina.api.message.MessageReport;
import io.messina.api.message.account.AccountDefinition;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.api.message.connector.ReceiptOptions;
import io.messina.api.message.connector.RouteDefinition;
import io.messina.api.message.connector.RouteName;
import io.messina.api.message.connector.RouteOptions;
import io.messina.connectors.Receipt;
import io.messina.connectors.http.HttpReceipts;
import io.messina.connectors.http.ReceiptCallback;
import io.messina.connectors.http.ReceiptException;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.NotDefinedException;
import io.messina.messaging.accept.Acceptance;
import io.messina.messaging.accept.WebhookReplay;
import io.messina.messaging.recipient.EndpointHealth;
import io.messina.messaging.recipient.Suppressions;
import io.messina.messaging.route.Candidates;
import io.messina.messaging.route.Routing;
import io.messina.messaging.send.SendServices;
import io.messina.messaging.send.Sender;
import io.messina.messaging.template.Templates;
import io.messina.messaging.track.Cancellation;
import io.messina.messaging.track.MessageFinder;
import io.messina.messaging.track.Receipts;
import io.messina.messaging.track.Replies;
import io.messina.messaging.track.TrackedMessages;
import io.messina.messaging.track.Tracker;
import io.messina.messaging.track.UnsubscribeLinks;
import io.messina.runtime.Context;
import io.messina.runtime.LogOnce;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Table;
import io.messina.stream.node.Streams;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messaging in this process: accepts messages, and routes, sends and tracks the messages of the
 * shards that this process owns, as the definitions say. Every process of a cluster runs it.
 * Without an account or a connector nothing runs. Safe for use by many threads.
 */
public final class Messaging implements AutoCloseable {

  /** The tables of messaging. */
  public static final List<Table> TABLES =
      Stream.of(
              Acceptance.TABLES, Routing.TABLES, Sender.TABLES, Tracker.TABLES, Suppressions.TABLES)
          .flatMap(List::stream)
          .toList();

  private static final Logger LOG = LoggerFactory.getLogger(Messaging.class);
  private static final Duration PACE = Duration.ofSeconds(1);

  private final Context context;
  private final MessagingSettings settings;
  private final MessagingCatalog catalog;
  private final ActiveDefinitions definitions;
  private final MessageStreams streams;
  private final Templates templates;
  private final Acceptance acceptance;
  private final TrackedMessages log;
  private final Receipts receipts;
  private final EndpointHealth endpoints;
  private final UnsubscribeLinks links;
  private final RunningConnectors connectors;
  private final LogOnce looks = new LogOnce(LOG, "messaging cannot follow its definitions");
  private final Mutex lock = new Mutex(); // held while parts start or end
  private volatile Optional<MessageFlow> traffic = Optional.empty(); // written under the lock
  private volatile boolean closed; // written under the lock
  private volatile Instant refreshed = Instant.MIN;

  private Messaging(
      Context context,
      Streams nodes,
      MessagingSettings settings,
      MessagingCatalog catalog,
      ActiveDefinitions definitions) {
    this.context = context;
    this.settings = settings;
    this.catalog = catalog;
    this.definitions = definitions;
    this.streams = new MessageStreams(nodes);
    this.templates = new Templates(context);
    this.acceptance = new Acceptance(context, streams, definitions::account, templates);
    this.log = new TrackedMessages(context);
    this.receipts = new Receipts(context, streams);
    this.endpoints = new EndpointHealth(context, streams);
    this.links = new UnsubscribeLinks(context, streams, settings.publicUrl());
    this.connectors =
        new RunningConnectors(
            new ConnectorServices(
                new SendServices(
                    context, streams, settings.shards(), endpoints, links, settings.tracer()),
                settings.connectors(),
                new Replies(context, streams, this::accounts)));
  }

  private Collection<AccountName> accounts() {
    return catalog.accounts().freshView().living().values().stream()
        .map(AccountDefinition::name)
        .toList();
  }

  /**
   * Starts at the stored positions, and does not wait.
   *
   * @param context of the process; its store outlives this
   * @param streams of this process, on the same store; closed after this
   * @return must be closed
   * @throws io.messina.store.StoreException if the tables cannot be made
   */
  public static Messaging start(Context context, Streams streams, MessagingSettings settings) {
    TABLES.forEach(context.store()::create);
    MessagingCatalog catalog = MessagingCatalog.of(context);
    Messaging messaging =
        new Messaging(context, streams, settings, catalog, ActiveDefinitions.of(catalog));
    catalog.start();
    context.start(messaging::watch);
    return messaging;
  }

  /** Starts with given definitions instead of the catalog's. */
  static Messaging start(
      Context context, Streams streams, MessagingSettings settings, ActiveDefinitions definitions) {
    TABLES.forEach(context.store()::create);
    MessagingCatalog catalog = MessagingCatalog.of(context);
    Messaging messaging = new Messaging(context, streams, settings, catalog, definitions);
    context.start(messaging::watch);
    return messaging;
  }

  /** The store, clocks and threads of the process. */
  public Context context() {
    return context;
  }

  /** The settings that it was started with. */
  public MessagingSettings settings() {
    return settings;
  }

  /** The definitions, to be read; they are changed by {@code put} and {@code delete}. */
  public MessagingCatalog catalog() {
    return catalog;
  }

  /** The streams of messages. */
  public MessageStreams streams() {
    return streams;
  }

  /** Accepts messages. */
  public Acceptance acceptance() {
    return acceptance;
  }

  /** The templates of accounts. */
  public Templates templates() {
    return templates;
  }

  /** The tracked history of messages. */
  public TrackedMessages log() {
    return log;
  }

  /** The recipients that get no more messages. */
  public Suppressions suppressions() {
    return new Suppressions(context, streams, endpoints);
  }

  /** Which endpoints of webhooks fail. */
  public EndpointHealth endpoints() {
    return endpoints;
  }

  /** Replays webhooks that endpoints have not taken. */
  public WebhookReplay replay() {
    return new WebhookReplay(context, streams);
  }

  /** The links by which recipients unsubscribe. */
  public UnsubscribeLinks links() {
    return links;
  }

  /** As {@link MessagingCatalog#put(AccountName, AccountOptions, Precondition)}. */
  public Created<AccountDefinition> put(
      AccountName name, AccountOptions options, Precondition precondition) {
    Created<AccountDefinition> created = catalog.put(name, options, precondition);
    look();
    return created;
  }

  /**
   * As {@link MessagingCatalog#put(ConnectorName, ConnectorOptions, Precondition)}.
   *
   * @throws RequestException.Refused also if the connector could not run, for example with a wrong
   *     template
   */
  public Created<ConnectorDefinition> put(
      ConnectorName name, ConnectorOptions options, Precondition precondition) {
    try {
      settings.connectors().check(options.protocol());
    } catch (IllegalArgumentException e) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS, String.valueOf(e.getMessage()));
    }
    Created<ConnectorDefinition> created = catalog.put(name, options, precondition);
    look();
    return created;
  }

  /**
   * As {@link MessagingCatalog#put(RouteName, RouteOptions, Precondition)}.
   *
   * @throws RequestException.Refused also if a prefix or a connector would have no effect
   */
  public Created<RouteDefinition> put(
      RouteName name, RouteOptions options, Precondition precondition) {
    RouteCheck.check(options);
    return catalog.put(name, options, precondition);
  }

  /**
   * Deletes a connector. Messages that were routed to it and arrive late are routed to other
   * connectors.
   *
   * @param precondition throws if the current definition does not allow the change
   * @throws NotDefinedException if it is not defined
   * @throws RequestException.Refused if a route names it, or messages wait for it or are uncertain
   */
  public void delete(ConnectorName name, Precondition precondition) {
    sender(name.value()).ifPresent(it -> checkIdle(name, it));
    catalog.delete(name, precondition);
    look();
  }

  private static void checkIdle(ConnectorName name, Sender sender) {
    long left = sender.waiting() + sender.countUncertain(1);
    if (left > 0) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.CONFLICT,
          name + ": messages wait for it, or are uncertain (expected: none)");
    }
  }

  /** The state of a connector on this node. */
  public ConnectorReport report(ConnectorDefinition definition) {
    return connectors
        .find(definition.name().value())
        .filter(it -> it.definition().filter(definition::equals).isPresent())
        .map(it -> it.report(definition))
        .orElseGet(() -> ConnectorReport.notRunning(definition));
  }

  /**
   * The sender of a connector.
   *
   * @return empty if this process sends nothing through it
   */
  public Optional<Sender> sender(String connector) {
    return connectors.find(connector).flatMap(ConnectorRunner::sender);
  }

  /**
   * Stores receipts.
   *
   * @param connector whose provider sent them
   */
  public void receive(String connector, List<Receipt> some) {
    receipts.take(connector, some);
  }

  /**
   * Reads a callback of a provider. Its receipts are durable when this returns.
   *
   * @throws NotDefinedException if the connector is not defined, or takes no callbacks
   * @throws ReceiptException if the signature is wrong, or the callback cannot be read
   * @throws IllegalArgumentException if the key of the signature cannot be found
   */
  public void receive(ConnectorName connector, ReceiptCallback callback) throws ReceiptException {
    List<Receipt> some = reader(connector).read(callback);
    if (!some.isEmpty()) {
      receipts.take(connector.value(), some);
    }
  }

  /**
   * Answers a provider that verifies the URL of callbacks.
   *
   * @param token that the provider was given
   * @param challenge of the provider
   * @return the same challenge
   * @throws NotDefinedException if the connector is not defined, or takes no callbacks
   * @throws ReceiptException if the token is wrong, the challenge is missing, or the connector
   *     answers no challenges
   * @throws IllegalArgumentException if the token cannot be found
   */
  public String answer(ConnectorName connector, String token, String challenge)
      throws ReceiptException {
    return reader(connector).answer(token, challenge);
  }

  /**
   * Checks that a connector takes callbacks, before one is read.
   *
   * @throws NotDefinedException if it is not defined, or takes none
   */
  public void requireReceipts(ConnectorName connector) {
    ReceiptOptions _ = receiptsOf(connector);
  }

  private ReceiptOptions receiptsOf(ConnectorName connector) {
    return catalog
        .connector(connector)
        .options()
        .receipts()
        .orElseThrow(() -> new NotDefinedException("receipts of", connector.value()));
  }

  private HttpReceipts reader(ConnectorName connector) {
    return new HttpReceipts(receiptsOf(connector), settings.secrets(), context.time().wall());
  }

  /** As {@link MessageFinder#find}: also of a message that was accepted a moment ago. */
  public Optional<MessageReport> find(String message) {
    return new MessageFinder(log, streams).find(message);
  }

  /**
   * Cancels a message that still waits for its time.
   *
   * @return whether it is cancelled; if not, sending has begun
   * @throws NotDefinedException if no message has this id
   * @throws RequestException.Unavailable as {@link #find} does
   */
  public boolean cancel(String message) {
    return new Cancellation(context, streams).cancel(message);
  }

  /**
   * The shard of this process that cannot continue, with the reason, for people; empty if all
   * continue.
   */
  public Optional<String> trouble() {
    return traffic.flatMap(MessageFlow::trouble);
  }

  /**
   * Ends what this process does for the shards that it owns, once calls to providers that are under
   * way have been answered. Messages are still accepted, for the owners to be.
   */
  public void endWork() {
    Optional<MessageFlow> ended;
    try (var _ = lock.hold()) {
      closed = true;
      ended = traffic;
    }
    ended.ifPresent(it -> it.routing().close());
    connectors.close();
    ended.ifPresent(it -> it.tracking().close());
  }

  @Override
  public void close() {
    endWork();
    acceptance.close();
    catalog.close();
  }

  private void watch() {
    while (!closed) {
      var _ = looks.attempt(this::look);
      UninterruptibleSleep.sleep(context.time(), PACE);
    }
  }

  /** Runs the definitions. Connectors are started before routing. */
  private void look() {
    try (var _ = lock.hold()) {
      if (closed || (traffic.isEmpty() && !definitions.isUsed())) {
        return;
      }
      connectors.run(definitions.connectors(), definitions.deleted());
      if (traffic.isEmpty()) {
        traffic =
            Optional.of(
                MessageFlow.start(context, streams, settings.shards(), new DefinedCandidates()));
      }
    }
  }

  private final class DefinedCandidates implements Candidates {

    @Override
    public List<RouteOptions> routes() {
      return definitions.routes();
    }

    @Override
    public Map<String, Candidate> connectors() {
      return connectors.candidates();
    }

    @Override
    public void refresh(Instant now) {
      if (refreshed.isBefore(now)) {
        definitions.refresh();
        look();
        refreshed = now;
      }
    }
  }
}
