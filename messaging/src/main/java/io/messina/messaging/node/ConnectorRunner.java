package io.messina.messaging.node;

import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.SendOptions;
import io.messina.connectors.Connector;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.route.Breaker;
import io.messina.messaging.route.Candidates.Candidate;
import io.messina.messaging.route.Pacing;
import io.messina.messaging.send.ConnectorInstance;
import io.messina.messaging.send.Sender;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import io.messina.runtime.job.JobReport;
import io.messina.runtime.job.KeptRunning;
import io.messina.store.StoreException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps sending through one generation of a connector, or through one that was deleted. */
final class ConnectorRunner implements KeptRunning.Work<Optional<ConnectorDefinition>, Sender> {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectorRunner.class);
  private static final int UNCERTAIN_MAX = 100_000;

  private final ConnectorServices services;
  private final String name;
  private final Optional<ConnectorDefinition> definition;
  private final Breaker breaker;
  private final Pacing pacing;
  private final KeptRunning<Optional<ConnectorDefinition>, Sender> kept;

  private ConnectorRunner(
      ConnectorServices services,
      String name,
      Optional<ConnectorDefinition> definition,
      Pacing pacing) {
    this.services = services;
    this.name = name;
    this.definition = definition;
    this.breaker = new Breaker(services.context().time());
    this.pacing = pacing;
    this.kept =
        new KeptRunning<>(
            services.context(),
            definition,
            this,
            new LogOnce(LOG, "nothing is sent through the connector " + name));
  }

  /**
   * Starts once the former one has ended, and does not wait.
   *
   * @param former the runner of the same name
   */
  static ConnectorRunner start(
      ConnectorServices services,
      String name,
      Optional<ConnectorDefinition> definition,
      Optional<ConnectorRunner> former) {
    Pacing pacing =
        former
            .filter(it -> it.hasPaceOf(definition))
            .map(it -> it.pacing)
            .orElseGet(() -> services.pacing(definition));
    ConnectorRunner runner = new ConnectorRunner(services, name, definition, pacing);
    runner.kept.startAfter(() -> former.ifPresent(ConnectorRunner::close));
    return runner;
  }

  private boolean hasPaceOf(Optional<ConnectorDefinition> other) {
    Function<ConnectorDefinition, Object> pace = it -> it.options().pace();
    return definition.map(pace).equals(other.map(pace));
  }

  /** The running definition; empty for a deleted connector. */
  Optional<ConnectorDefinition> definition() {
    return definition;
  }

  Optional<Sender> sender() {
    return kept.running();
  }

  Candidate candidate() {
    return new Candidate(
        generation(), definition.flatMap(it -> it.options().account()), breaker, pacing);
  }

  /** Of one that was deleted a higher one than any before. */
  private int generation() {
    return definition.map(ConnectorDefinition::generation).orElse(Integer.MAX_VALUE);
  }

  @Override
  public Sender begin(Optional<ConnectorDefinition> wanted) {
    if (wanted.isEmpty()) {
      var _ =
          services.streams().stream(
              MessageStreams.ofConnector(
                  name)); // fails if the stream was deleted: it must not be created again
    }
    Connector connector = wanted.map(services::open).orElseGet(DeletedConnector::new);
    SendOptions options = wanted.map(it -> it.options().send()).orElse(SendOptions.DEFAULT);
    try {
      PaceOptions pace = ConnectorServices.pace(definition);
      ConnectorInstance instance =
          new ConnectorInstance(name, generation(), connector, options, pace);
      return Sender.start(services.sending(), instance, breaker);
    } catch (RuntimeException | Error e) {
      connector.close();
      throw e;
    }
  }

  @Override
  public void end(Sender running) {
    running.close();
    running.closeConnector();
  }

  /** Waits for the calls that are under way. Repeating it changes nothing. */
  void close() {
    kept.close();
  }

  ConnectorReport report(ConnectorDefinition shown) {
    JobReport<Sender> now = kept.report();
    Optional<Sender> running = now.running();
    return new ConnectorReport(
        shown,
        running.isPresent(),
        now.trouble(),
        !breaker.isClosed(),
        running.map(Sender::isPaused).orElse(false),
        now.lag(),
        running.flatMap(it -> known(() -> (long) it.countUncertain(UNCERTAIN_MAX))));
  }

  private static Optional<Long> known(LongSupplier number) {
    try {
      return Optional.of(number.getAsLong());
    } catch (RequestException | StoreException _) {
      return Optional.empty();
    }
  }
}
