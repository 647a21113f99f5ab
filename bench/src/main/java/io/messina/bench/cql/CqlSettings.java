package io.messina.bench.cql;

import io.messina.bench.figures.Flags;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlUrl;
import java.util.List;

/**
 * The settings of the comparison.
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

  static CqlSettings read(List<String> arguments) {
    Flags flags = Flags.read(HELP, arguments.subList(1, arguments.size()));
    return new CqlSettings(
        CqlUrl.parse(arguments.getFirst()),
        flags.number("--rounds", 3),
        flags.number("--events", 500_000),
        flags.number("--singles", 8_000),
        flags.number("--clients", 64),
        flags.number("--under-way", 16),
        flags.number("--workers", 64),
        flags.number("--claim", 500));
  }
}
