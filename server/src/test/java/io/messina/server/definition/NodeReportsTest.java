package io.messina.server.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.api.sink.SinkDefinition;
import io.messina.api.sink.SinkName;
import io.messina.api.sink.SinkOptions;
import io.messina.api.sink.SinkReport;
import io.messina.api.sink.SinkTotals;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.NotFound.Kind;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.NearMembers;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.SystemWaiting;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reports of a job that three nodes run. */
final class NodeReportsTest {

  private static final SinkDefinition HOOKS =
      new SinkDefinition(
          new SinkName("hooks"),
          1,
          SinkOptions.of(new StreamName("edits"), "https://example.com/"),
          "tag");

  private final Map<String, SinkReport> own = new ConcurrentHashMap<>();

  @AutoClose
  private final NearMembers members = new NearMembers(SimulatedStore.calm(InstantSource.system()));

  private final NodeReports<SinkDefinition, SinkReport> reports =
      reports("one", members.start("one"));

  @BeforeEach
  void start() {
    own.put("one", report(Optional.empty(), Optional.of(3L), new SinkTotals(1, 2, 3, 4)));
    own.put("two", report(Optional.of("odd"), Optional.of(4L), new SinkTotals(10, 20, 30, 40)));
    own.put("three", report(Optional.empty(), Optional.of(0L), new SinkTotals(100, 0, 0, 0)));
    var _ = reports("two", members.start("two"));
    var _ = reports("three", members.start("three"));
    SystemWaiting.until(() -> reports.report(HOOKS).totals().posted() == 111);
  }

  @Test
  void counts_are_those_of_all_nodes() {
    SinkReport all = reports.report(HOOKS);
    assertThat(all.definition()).isEqualTo(HOOKS);
    assertThat(all.running()).isTrue();
    assertThat(all.trouble()).contains("odd");
    assertThat(all.lag()).contains(7L);
    assertThat(all.totals()).isEqualTo(new SinkTotals(111, 22, 33, 44));
    own.put("two", report(Optional.empty(), Optional.empty(), SinkTotals.NONE));
    assertThat(reports.report(HOOKS).lag()).isEmpty();
  }

  @Test
  void a_node_that_does_not_answer_is_named() {
    own.put("two", report(Optional.empty(), Optional.of(4L), new SinkTotals(10, 20, 30, 40)));
    members.cut("three");
    SinkReport all = reports.report(HOOKS);
    assertThat(all.trouble()).contains("three: its report is missing: three: unreachable");
    assertThat(all.lag()).isEmpty();
    assertThat(all.totals().posted()).isEqualTo(11);
  }

  @Test
  void a_node_that_does_not_know_the_job_yet_is_named() {
    own.remove("three");
    own.put("two", report(Optional.empty(), Optional.of(4L), new SinkTotals(10, 20, 30, 40)));
    assertThat(reports.report(HOOKS).trouble())
        .contains("three: its report is missing: sink: hooks (expected: one that was created)");
  }

  private NodeReports<SinkDefinition, SinkReport> reports(String name, Streams streams) {
    return new NodeReports<>(
        streams,
        "sink",
        SinkReport.class,
        _ -> HOOKS,
        _ ->
            Optional.ofNullable(own.get(name))
                .orElseThrow(() -> RequestException.NotFound.of(Kind.SINK, "hooks")),
        ReportSums.SINKS);
  }

  private static SinkReport report(
      Optional<String> trouble, Optional<Long> lag, SinkTotals totals) {
    return new SinkReport(HOOKS, true, trouble, lag, totals);
  }
}
