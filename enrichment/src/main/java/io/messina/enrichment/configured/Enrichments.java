package io.messina.enrichment.configured;

import io.messina.api.Json;
import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.EnrichmentTotals;
import io.messina.api.enrichment.KeyReport;
import io.messina.api.enrichment.KeyWait;
import io.messina.api.enrichment.StateOptions;
import io.messina.enrich.KeyStatus;
import io.messina.enrichment.Enrichment;
import io.messina.enrichment.EnrichmentDeadLetters;
import io.messina.enrichment.KeyState;
import io.messina.enrichment.catalog.EnrichmentCatalog;
import io.messina.enrichment.catalog.NoEnrichmentException;
import io.messina.enrichment.function.JsonState;
import io.messina.runtime.Context;
import io.messina.runtime.LogOnce;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.runtime.SystemTime;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The enrichments by configuration, and what runs of them on this node. Safe for use by many
 * threads.
 */
public final class Enrichments implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Enrichments.class);
  private static final Duration PACE = Duration.ofSeconds(1);

  /** How long the answer to a creation waits for its beginning. */
  private static final Duration BEGINNING_MAX = Duration.ofSeconds(2);

  private final LogOnce looks =
      new LogOnce(LOG, "enrichments cannot be looked after, those that run go on");
  private final LogOnce leftovers =
      new LogOnce(LOG, "groups of former enrichments cannot be deleted");
  private final EnrichmentSite site;
  private final Map<EnrichmentName, EnrichmentRunner> runners = new ConcurrentHashMap<>();
  private final Mutex lock = new Mutex(); // whoever adds or removes runners
  private volatile boolean closed;

  private Enrichments(EnrichmentSite site) {
    this.site = site;
  }

  /**
   * Begins to run enrichments as the catalog says, and does not wait.
   *
   * @param context what they work with; its store outlives them
   * @param streams of this node, on the same store
   * @return to be closed before the streams
   * @throws io.messina.store.StoreException if the tables cannot be made
   */
  public static Enrichments start(Context context, Streams streams) {
    context.store().create(DefinitionTable.DEFINITIONS);
    EnrichmentCatalog catalog = new EnrichmentCatalog(context);
    Enrichments enrichments = new Enrichments(new EnrichmentSite(context, streams, catalog));
    catalog.start();
    enrichments.site.start(enrichments::watch);
    return enrichments;
  }

  /**
   * Begins with the clocks of the machine.
   *
   * @param store of the streams; it outlives them
   * @param streams of this node
   * @return to be closed before the streams
   * @throws io.messina.store.StoreException if the tables cannot be made
   */
  public static Enrichments start(Store store, Streams streams) {
    ThreadFactory threads = Thread.ofVirtual().name("messina-enrichment-", 0).factory();
    return start(new Context(store, new SystemTime(threads), new SecureRandom(), threads), streams);
  }

  /**
   * What enrichments there are.
   *
   * @return open as long as this is
   */
  public EnrichmentCatalog catalog() {
    return site.catalog();
  }

  /**
   * Makes sure that an enrichment is there and has these options. A new one, and one with other
   * fields, makes its states from the oldest event on; it runs on all nodes within about a second.
   *
   * @param name its name
   * @param options what it does
   * @param precondition what has to stand; what it throws, this throws
   * @return the enrichment, and whether this call created it
   * @throws RequestException.Refused if it is there with another stream, or 200 enrichments are
   * @throws RequestException.NotFound if there is no such stream
   */
  public Created<EnrichmentDefinition> put(
      EnrichmentName name, StateOptions options, Precondition precondition) {
    var _ = site.streams().stream(options.stream());
    Created<EnrichmentDefinition> created = site.catalog().put(name, options, precondition);
    look();
    Optional.ofNullable(runners.get(name)).ifPresent(it -> it.awaitTried(BEGINNING_MAX));
    return created;
  }

  /**
   * Deletes an enrichment and its group, and waits until it has ended on this node. Its states are
   * out of reach from then on.
   *
   * @param name its name
   * @param precondition what has to stand; what it throws, this throws
   * @return whether it was there
   */
  public boolean delete(EnrichmentName name, Precondition precondition) {
    Optional<EnrichmentRunner> former = Optional.ofNullable(runners.get(name));
    boolean deleted = site.catalog().delete(name, precondition);
    look();
    former.ifPresent(EnrichmentRunner::close);
    deleteLeftovers();
    return deleted;
  }

  /**
   * How an enrichment goes on this node.
   *
   * @param definition which
   * @return whether it runs, and what it has done
   */
  public EnrichmentReport report(EnrichmentDefinition definition) {
    EnrichmentRunner runner = runners.get(definition.name());
    return runner != null && runner.definition().equals(definition)
        ? runner.report()
        : new EnrichmentReport(
            definition, false, Optional.empty(), Optional.empty(), EnrichmentTotals.NONE);
  }

  /**
   * Reads the state of a key.
   *
   * @param name of an enrichment
   * @param key of events
   * @return its state, and why it waits; neither if no event of the key has come yet
   * @throws NoEnrichmentException if there is no such enrichment
   * @throws RequestException.Unavailable if it does not run on this node yet, or the store does not
   *     answer
   */
  public KeyReport key(EnrichmentName name, String key) {
    EnrichmentDefinition definition = site.catalog().find(name);
    Enrichment<JsonState> enrichment = running(definition);
    Bytes bytes = Bytes.utf8(key);
    Optional<KeyWait> waiting =
        enrichment.why(bytes).filter(status -> status.events() > 0).map(Enrichments::shown);
    Optional<KeyState<JsonState>> stored = enrichment.state(bytes);
    return new KeyReport(
        key,
        definition.generation(),
        stored.flatMap(row -> Optional.ofNullable(row.state())).map(it -> new Json(it.toString())),
        stored.map(KeyState::position),
        waiting);
  }

  private Enrichment<JsonState> running(EnrichmentDefinition definition) {
    EnrichmentName name = definition.name();
    EnrichmentRunner runner = runners.get(name);
    if (runner == null || !runner.definition().equals(definition)) {
      throw new RequestException.Unavailable(name + ": it does not run on this node yet");
    }
    return runner.running().enrichment();
  }

  /**
   * The events that an enrichment has set aside.
   *
   * @param name of the enrichment
   * @return those of its present generation
   * @throws NoEnrichmentException if there is no such enrichment
   * @throws RequestException.Unavailable if it does not run on this node yet
   */
  public EnrichmentDeadLetters deadLetters(EnrichmentName name) {
    return running(site.catalog().find(name)).deadLetters();
  }

  private static KeyWait shown(KeyStatus status) {
    return new KeyWait(
        status.phase().name().toLowerCase(Locale.ROOT),
        status.events(),
        status.since(),
        status.failures(),
        Optional.ofNullable(status.error()));
  }

  /** Ends what runs here. Repeating it changes nothing. */
  @Override
  public void close() {
    closed = true;
    CompletableFuture.allOf(look().toArray(CompletableFuture[]::new)).join();
    site.catalog().close();
  }

  private void watch() {
    while (!closed) {
      try {
        if (site.catalog().isLoaded()) {
          look();
          deleteLeftovers();
          looks.succeeded();
        }
      } catch (RuntimeException e) {
        looks.failed(e);
      }
      UninterruptibleSleep.sleep(site.time(), PACE);
    }
  }

  /**
   * Starts what the catalog says, which is read under the lock, so that the last caller has seen
   * the newest, and ends everything else.
   *
   * @return done once what was to end has ended
   */
  private List<CompletableFuture<Void>> look() {
    try (var _ = lock.hold()) {
      Map<String, EnrichmentDefinition> wanted =
          closed ? Map.of() : site.catalog().view().enrichments();
      List<EnrichmentRunner> ended =
          runners.values().stream()
              .filter(it -> !it.definition().equals(wanted.get(it.definition().name().value())))
              .toList();
      ended.forEach(it -> runners.remove(it.definition().name()));
      wanted.values().stream()
          .filter(definition -> !runners.containsKey(definition.name()))
          .forEach(this::begin);
      return ended.stream().map(it -> CompletableFuture.runAsync(it::close, site::start)).toList();
    }
  }

  private void begin(EnrichmentDefinition definition) {
    EnrichmentRunner runner = new EnrichmentRunner(site, definition);
    runners.put(definition.name(), runner);
    runner.start();
  }

  private void deleteLeftovers() {
    try {
      site.streams().deleteGroups("enrichment", site.catalog().view()::isOver);
      leftovers.succeeded();
    } catch (RuntimeException e) {
      leftovers.failed(e);
    }
  }
}
