package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import io.messina.store.cql.Answering;
import io.messina.store.cql.probe.ClusterFinding.Grade;
import org.junit.jupiter.api.Test;

/** A made-up node of ScyllaDB, which knows tablets and has them in the keyspace. */
final class TabletsCheckTest {

  /** Questions that are answered before the one about tablets: who it is, and its version. */
  private static final int FIRST_QUESTIONS = 2;

  @Test
  void tablets_are_found() {
    ClusterFinding found = examine(0);
    assertThat(found.grade()).isEqualTo(Grade.WRONG);
    assertThat(found.found())
        .isEqualTo("keyspace messina has tablets, on which ScyllaDB 6.2 has no LWT");
  }

  @Test
  void a_question_that_was_missed_is_asked_again() {
    assertThat(examine(2).found()).contains("has tablets");
  }

  @Test
  void silence_is_not_taken_for_an_answer() {
    ClusterFinding found = examine(Integer.MAX_VALUE);
    assertThat(found.grade()).isEqualTo(Grade.WRONG);
    assertThat(found.found()).isEqualTo("no node tells whether keyspace messina has tablets");
  }

  private static ClusterFinding examine(int missed) {
    MadeUpNode node =
        new MadeUpNode(
            TabletsCheckTest::ofRow,
            question -> question > FIRST_QUESTIONS && question - FIRST_QUESTIONS <= missed);
    return new TabletsCheck().examine(node.cluster()).getFirst();
  }

  private static Object ofRow(String method) {
    return switch (method) {
      case "getColumnDefinitions" -> Answering.as(ColumnDefinitions.class, any -> true);
      case "isNull" -> false;
      default -> "6.2";
    };
  }
}
