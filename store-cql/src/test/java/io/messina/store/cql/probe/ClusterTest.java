package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import io.messina.store.cql.Answering;
import org.junit.jupiter.api.Test;

/** A cluster of one node that misses questions. */
final class ClusterTest {

  @Test
  void a_node_that_misses_a_question_is_asked_again() {
    MadeUpNode node = missing(2);
    assertThat(node.cluster().answering()).containsExactly(node.node());
    assertThat(node.asked()).isEqualTo(3);
  }

  @Test
  void but_not_for_ever() {
    MadeUpNode node = missing(Integer.MAX_VALUE);
    assertThat(node.cluster().answering()).isEmpty();
    assertThat(node.asked()).isEqualTo(3);
  }

  private static MadeUpNode missing(int first) {
    return new MadeUpNode(ClusterTest::ofRow, question -> question <= first);
  }

  private static Object ofRow(String method) {
    return method.equals("getColumnDefinitions")
        ? Answering.as(ColumnDefinitions.class, any -> false)
        : "5.0.9";
  }
}
