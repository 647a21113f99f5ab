package io.messina.bench.enrich;

import io.messina.bench.figures.Flags;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlUrl;
import java.util.List;
import java.util.Optional;

/**
 * The size of the measurement.
 *
 * @param rounds of each contender; after one more that does not count
 * @param events of a round
 * @param keys over which they are spread
 * @param permits requests at the database at a time
 * @param latencyMicros how long the database takes for each
 * @param cluster a real database in place of the one in memory
 */
record EnrichmentSettings(
    int rounds,
    int events,
    int keys,
    int permits,
    int latencyMicros,
    Optional<CqlOptions> cluster) {

  static final String HELP =
      """
        --rounds N          rounds of each contender, in turns; after one more that does not count (5)
        --events N          events of a round (2000000)
        --keys N            keys over which they are spread (100000)
        --permits N         requests at the database at a time (1000)
        --latency-micros N  how long the database takes for each (1000)
        --store URL         a real database instead, as in
                            cql://127.0.0.1:9042/bench?dc=datacenter1&replication=1; its keyspace must be there
      """;

  static EnrichmentSettings read(List<String> arguments) {
    Flags flags = Flags.read(HELP, arguments);
    return new EnrichmentSettings(
        flags.number("--rounds", 5),
        flags.number("--events", 2_000_000),
        flags.number("--keys", 100_000),
        flags.number("--permits", 1_000),
        flags.number("--latency-micros", 1_000, 0),
        flags.find("--store").map(CqlUrl::parse));
  }

  EnrichmentSettings withEvents(int number) {
    return new EnrichmentSettings(rounds, number, keys, permits, latencyMicros, cluster);
  }

  /** A database without rows. */
  EnrichmentDatabase open() {
    return cluster
        .<EnrichmentDatabase>map(CassandraDatabase::new)
        .orElseGet(() -> new FakeDatabase(keys, latencyMicros));
  }
}
