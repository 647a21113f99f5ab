package io.messina.bench.enrich;

import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlUrl;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How much is measured.
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

  private static final Set<String> FLAGS =
      Set.of("--rounds", "--events", "--keys", "--permits", "--latency-micros");

  static EnrichmentSettings read(List<String> arguments) {
    Map<String, Integer> given = new HashMap<>();
    Optional<CqlOptions> cluster = Optional.empty();
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String flag = rest.next();
      if (flag.equals("--store") && rest.hasNext()) {
        cluster = Optional.of(CqlUrl.parse(rest.next()));
        continue;
      }
      if (!FLAGS.contains(flag) || !rest.hasNext()) {
        throw new IllegalArgumentException(
            flag + " (expected: a number behind one of\n" + HELP + ")");
      }
      given.put(flag, Integer.valueOf(rest.next()));
    }
    return new EnrichmentSettings(
        given.getOrDefault("--rounds", 5),
        given.getOrDefault("--events", 2_000_000),
        given.getOrDefault("--keys", 100_000),
        given.getOrDefault("--permits", 1_000),
        given.getOrDefault("--latency-micros", 1_000),
        cluster);
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
