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
import io.messina.enrichment.KeyState;
import io.messina.enrichment.function.JsonState;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.job.JobReport;
import io.messina.runtime.job.Jobs;
import io.messina.runtime.job.RunningJob;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.follow.JobLetters;
import io.messina.stream.node.Streams;
import java.util.Locale;
import java.util.Optional;

/**
 * The enrichments by configuration, and the ones that run on this node. Safe for use by many
 * threads.
 */
public final class Enrichments implements AutoCloseable {

  private final Jobs<StateOptions, EnrichmentDefinition, RunningEnrichment> jobs;

  private Enrichments(Jobs<StateOptions, EnrichmentDefinition, RunningEnrichment> jobs) {
    this.jobs = jobs;
  }

  /**
   * Begins to run enrichments as the catalog says, and does not wait.
   *
   * @param context of the process; its store outlives them
   * @param streams of this node, on the same store
   * @return to be closed before the streams
   * @throws io.messina.store.StoreException if the tables cannot be made
   */
  public static Enrichments start(Context context, Streams streams) {
    Enrichments enrichments =
        new Enrichments(new Jobs<>(context, new EnrichmentJobKind(context, streams)));
    enrichments.jobs.start();
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
    return start(Context.ofMachine(store, "messina-enrichment-"), streams);
  }

  /**
   * The definitions of enrichments. Other fields begin the next generation of one.
   *
   * @return open as long as this is
   */
  public Jobs<StateOptions, EnrichmentDefinition, ? extends RunningJob> jobs() {
    return jobs;
  }

  /**
   * Returns the report of an enrichment on this node.
   *
   * @return whether it runs, and its counts
   */
  public EnrichmentReport report(EnrichmentDefinition definition) {
    JobReport<RunningEnrichment> now = jobs.report(definition.name().value(), definition);
    return new EnrichmentReport(
        definition,
        now.running().isPresent(),
        now.trouble(),
        now.lag(),
        now.running().map(RunningEnrichment::totals).orElse(EnrichmentTotals.NONE));
  }

  /**
   * Reads the state of a key.
   *
   * @param name of an enrichment
   * @param key of events
   * @return its state, and why it waits; neither if no event of the key has come yet
   * @throws RequestException.NotFound if the enrichment does not exist, or its stream was deleted
   * @throws RequestException.Unavailable if it does not run on this node yet, or the store does not
   *     answer
   */
  public KeyReport key(EnrichmentName name, String key) {
    EnrichmentDefinition definition = jobs.find(name.value());
    Enrichment<JsonState> enrichment = jobs.running(name.value(), definition).enrichment();
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

  /**
   * The events that an enrichment has set aside.
   *
   * @return the letters of its present generation
   * @throws RequestException.NotFound if the enrichment does not exist, or its stream was deleted
   * @throws RequestException.Unavailable if it does not run on this node yet
   */
  public JobLetters deadLetters(EnrichmentName name) {
    return jobs.running(name.value()).enrichment().deadLetters();
  }

  private static KeyWait shown(KeyStatus status) {
    return new KeyWait(
        status.phase().name().toLowerCase(Locale.ROOT),
        status.events(),
        status.since(),
        status.failures(),
        Optional.ofNullable(status.error()));
  }

  /** Ends the enrichments that run here. Repeating it changes nothing. */
  @Override
  public void close() {
    jobs.close();
  }
}
