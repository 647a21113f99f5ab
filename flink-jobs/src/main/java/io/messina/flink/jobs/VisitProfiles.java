package io.messina.flink.jobs;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import io.messina.client.event.Event;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrich.NewGeneration;
import io.messina.enrich.cql.CqlTable;
import io.messina.enrich.cql.StateMapping;
import io.messina.flink.cql.CqlStates;
import io.messina.flink.enrichment.KeyedEnrichment;
import io.messina.flink.sink.MessinaSink;
import io.messina.flink.source.MessinaSource;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;
import org.apache.flink.util.function.SerializableSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A job of Apache Flink that keeps a profile of each user in a table of ScyllaDB or Cassandra: how
 * many pages he has visited, and the last one. For each visit the stream of profiles gets a line. A
 * visit has the user as its key and the page as its payload. The table may have other columns:
 *
 * <pre>{@code
 * CREATE TABLE shop.profiles (user text PRIMARY KEY, visits bigint, last_page text, messina_version text)
 * }</pre>
 */
public final class VisitProfiles {

  private static final int CQL_PORT = 9042;

  private VisitProfiles() {}

  /**
   * Keeps profiles until it is cancelled.
   *
   * @param arguments {@code --server} URL, {@code --visits} and {@code --profiles} names of
   *     streams, {@code --database} host or host:port, {@code --datacenter} of it, {@code --table}
   *     keyspace.name; {@code --afresh} a number that is higher than the number of any row, to
   *     compute all profiles again. Without it profiles stay if the stream of visits was created
   *     again
   * @throws Exception if the job fails
   */
  public static void main(String[] arguments) throws Exception {
    ParameterTool given = ParameterTool.fromArgs(arguments);
    URI server = URI.create(given.getRequired("server"));
    URI database = URI.create("cql://" + given.getRequired("database"));
    String host = database.getHost();
    int port = database.getPort() < 0 ? CQL_PORT : database.getPort();
    String datacenter = given.getRequired("datacenter");
    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment();
    Checkpoints.enable(job);
    build(
        job,
        server,
        given.getRequired("visits"),
        given.getRequired("profiles"),
        () ->
            CqlSession.builder()
                .addContactPoint(new InetSocketAddress(host, port))
                .withLocalDatacenter(datacenter)
                .build(),
        given.getRequired("table"),
        given.has("afresh")
            ? given.getLong("afresh")
            : MessinaSource.generation(server, given.getRequired("visits")),
        given.has("afresh") ? NewGeneration.AFRESH : NewGeneration.KEEP);
    job.execute("visit profiles");
  }

  static void build(
      StreamExecutionEnvironment job,
      URI server,
      String visits,
      String profiles,
      SerializableSupplier<CqlSession> database,
      String table,
      long generation,
      NewGeneration former) {
    TypeInformation<Tuple3<String, String, Long>> visit =
        Types.TUPLE(Types.STRING, Types.STRING, Types.LONG);
    KeyedStream<Tuple3<String, String, Long>, String> byUser =
        job.fromSource(
                MessinaSource.of(server, visits, VisitProfiles::visit, visit),
                WatermarkStrategy.noWatermarks(),
                "visits")
            .uid("visits")
            .keyBy(each -> each.f0);
    CqlTable columns = new CqlTable(table, List.of("user"), List.of("visits", "last_page"));
    KeyedEnrichment.of(Visits::new, new CqlStates<>(database, columns, new Columns()), at -> at.f2)
        .generation(generation, former)
        .enrich(byUser, Types.TUPLE(Types.STRING, Types.STRING), "profiles")
        .uid("profiles")
        .sinkTo(MessinaSink.of(server, profiles, VisitProfiles::line))
        .uid("lines");
  }

  /** User, page and position; an event without a key is no visit, and is left out. */
  private static @Nullable Tuple3<String, String, Long> visit(Event event) {
    return event
        .key()
        .map(user -> Tuple3.of(user.text(), event.payload().text(), event.position().packed()))
        .orElse(null);
  }

  /** By user, so that the lines of a user keep their order while the job has as many subtasks. */
  private static NewEvent line(Tuple2<String, String> userAndLine) {
    return NewEvent.of(userAndLine.f0, Payload.text(userAndLine.f1));
  }

  private static final class Profile {

    private final long visits;
    private final String lastPage;

    Profile(long visits, String lastPage) {
      this.visits = visits;
      this.lastPage = lastPage;
    }
  }

  /** Adds visits to a profile; the line of each is as {@code ada 17 /home}. */
  private static final class Visits
      implements Enricher<String, Tuple3<String, String, Long>, Profile, Tuple2<String, String>> {

    @Override
    public Enriched<Profile, Tuple2<String, String>> enrich(
        String user, @Nullable Profile before, List<Tuple3<String, String, Long>> visits) {
      Profile profile = before == null ? new Profile(0, "") : before;
      List<Tuple2<String, String>> lines = new ArrayList<>();
      for (Tuple3<String, String, Long> visit : visits) {
        profile = new Profile(profile.visits + 1, visit.f1);
        lines.add(line(user, profile));
      }
      return new Enriched<>(profile, lines);
    }

    @Override
    public List<Tuple2<String, String>> emitAgain(
        String user, @Nullable Profile after, List<Tuple3<String, String, Long>> visits) {
      Profile profile = after == null ? new Profile(0, "") : after;
      return Collections.nCopies(visits.size(), line(user, profile));
    }

    private static Tuple2<String, String> line(String user, Profile profile) {
      return Tuple2.of(user, user + " " + profile.visits + " " + profile.lastPage);
    }
  }

  private static final class Columns implements StateMapping<String, Profile> {

    private static final long serialVersionUID = 1L;

    @Override
    public List<Object> key(String user) {
      return List.of(user);
    }

    @Override
    public Profile state(Row row) {
      String lastPage = row.getString("last_page");
      return new Profile(row.getLong("visits"), lastPage == null ? "" : lastPage);
    }

    @Override
    public Map<String, @Nullable Object> columns(Profile profile) {
      return Map.of("visits", profile.visits, "last_page", profile.lastPage);
    }
  }
}
