package io.messina.bench.cql;

import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlUrl;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How the comparison is run.
 *
 * @param cluster which keyspace
 * @param rounds of each arm, in turns; one more before them does not count
 * @param events of a round of the stream
 * @param singles events of a round of the design with a row per event
 * @param clients requests that the rival arms have under way
 * @param underWay appends that each of the stream's eight threads has under way
 * @param workers of the stream
 * @param claim events that a worker of the stream claims at a time
 */
record CqlSettings(
    CqlOptions cluster,
    int rounds,
    int events,
    int singles,
    int clients,
    int underWay,
    int workers,
    int claim) {

  static final String HELP =
      """
      ./messina bench cql URL [FLAGS]

        URL                 as in cql://127.0.0.1:9042/bench?dc=datacenter1&replication=1; its keyspace
                            must be there, and is filled with tables
        --rounds N          rounds of each arm, in turns; after one more that does not count (3)
        --events N          events of a round of the stream (500000)
        --singles N         events of a round of the design with a row per event (8000)
        --clients N         requests that the rivals have under way (64)
        --under-way N       appends that each of the stream's eight threads has under way (16)
        --workers N         workers of the stream (64)
        --claim N           events that a worker of the stream claims at a time (500)
      """;

  private static final Set<String> FLAGS =
      Set.of(
          "--rounds", "--events", "--singles", "--clients", "--under-way", "--workers", "--claim");

  static CqlSettings read(List<String> arguments) {
    Map<String, Integer> given = new HashMap<>();
    for (Iterator<String> rest = arguments.listIterator(1); rest.hasNext(); ) {
      String flag = rest.next();
      if (!FLAGS.contains(flag) || !rest.hasNext()) {
        throw new IllegalArgumentException(
            flag + " (expected: a number behind one of\n" + HELP + ")");
      }
      given.put(flag, number(flag, rest.next()));
    }
    return new CqlSettings(
        CqlUrl.parse(arguments.getFirst()),
        given.getOrDefault("--rounds", 3),
        given.getOrDefault("--events", 500_000),
        given.getOrDefault("--singles", 8_000),
        given.getOrDefault("--clients", 64),
        given.getOrDefault("--under-way", 16),
        given.getOrDefault("--workers", 64),
        given.getOrDefault("--claim", 500));
  }

  private static int number(String flag, String text) {
    if (text.matches("[1-9][0-9]{0,8}")) {
      return Integer.parseInt(text);
    }
    throw new IllegalArgumentException(flag + ": " + text + " (expected: a number from 1)");
  }
}
