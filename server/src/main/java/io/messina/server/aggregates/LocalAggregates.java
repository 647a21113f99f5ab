package io.messina.server.aggregates;

import io.messina.aggregate.configured.Aggregates;
import io.messina.aggregate.configured.ConfiguredAggregators;
import io.messina.aggregate.node.ForeignStateException;
import io.messina.aggregate.node.StateSettings;
import io.messina.aggregate.state.StateMemory;
import io.messina.messaging.usage.Usage;
import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.OptionFiles;
import io.messina.server.config.Options;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The aggregates of a server, with all that they keep on its machine.
 *
 * @param aggregates at work
 * @param settings the folder of their states and of messaging
 * @param snapshots their place, if there is one
 * @param jars aggregators of users
 * @param lock keeps other servers from the folder
 */
public record LocalAggregates(
    Aggregates aggregates,
    StateSettings settings,
    Optional<OpenSnapshots> snapshots,
    Optional<AggregatorJars> jars,
    StateLock lock)
    implements AutoCloseable {

  private static final Path STATE_BESIDE_DATABASE = Path.of("messina-state");
  private static final Pattern NO_FILE_NAME = Pattern.compile("[^A-Za-z0-9.-]");
  private static final String STATE_WITHIN_DATA = "aggregates";

  /**
   * Looks at the options of aggregates; changes nothing.
   *
   * @throws ConfigurationException if one cannot be followed
   */
  public static void check(Configuration configuration) {
    configuration
        .find(Options.AGGREGATORS)
        .map(AggregatorJars::load)
        .ifPresent(AggregatorJars::close);
    configuration.find(Options.SNAPSHOTS).ifPresent(OpenSnapshots::check);
    configuration
        .find(Options.STATE)
        .ifPresent(folder -> OptionFiles.checkFolder(Options.STATE, folder));
  }

  /**
   * Begins to run aggregates as the catalog says, and does not wait.
   *
   * @param store of the streams; it outlives them
   * @param streams of this node; not closed before this
   * @return to be closed
   * @throws io.messina.server.config.ConfigurationException if an option cannot be followed
   */
  public static LocalAggregates start(Configuration configuration, Store store, Streams streams) {
    Path folder = folder(configuration, streams);
    StateLock lock = StateLock.take(folder);
    try {
      return start(configuration, store, streams, folder, lock);
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static LocalAggregates start(
      Configuration configuration, Store store, Streams streams, Path folder, StateLock lock) {
    Optional<AggregatorJars> jars =
        configuration.find(Options.AGGREGATORS).map(AggregatorJars::load);
    Optional<OpenSnapshots> snapshots =
        configuration.find(Options.SNAPSHOTS).map(OpenSnapshots::at);
    StateSettings settings =
        new StateSettings(
            folder,
            new StateMemory(),
            snapshots.map(OpenSnapshots::place),
            configuration.get(Options.SNAPSHOT_EVERY),
            StateSettings.FLUSH_EVERY);
    ConfiguredAggregators known =
        jars.map(AggregatorJars::aggregators).orElse(ConfiguredAggregators.BUILT_IN);
    try {
      return new LocalAggregates(
          Aggregates.start(store, streams, settings, known, Set.of(Usage.RESERVED_PREFIX)),
          settings,
          snapshots,
          jars,
          lock);
    } catch (ForeignStateException e) {
      throw new ConfigurationException(String.valueOf(e.getMessage()));
    }
  }

  /** Beside a database one for each server, which keeps its address. */
  private static Path folder(Configuration configuration, Streams streams) {
    boolean isEmbedded = configuration.get(Options.STORE).equals(Options.EMBEDDED);
    return configuration
        .find(Options.STATE)
        .orElseGet(
            () ->
                isEmbedded
                    ? configuration.get(Options.DATA).resolve(STATE_WITHIN_DATA)
                    : STATE_BESIDE_DATABASE.resolve(
                        NO_FILE_NAME.matcher(streams.address()).replaceAll("_")));
  }

  @Override
  public void close() {
    aggregates.close();
    settings.memory().close();
    snapshots.ifPresent(OpenSnapshots::close);
    jars.ifPresent(AggregatorJars::close);
    lock.close();
  }
}
