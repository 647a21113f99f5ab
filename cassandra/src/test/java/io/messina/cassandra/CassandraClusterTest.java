package io.messina.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraClusterTest {

  @TempDir Path folder;

  @Test
  void three_nodes_see_each_other_and_two_of_them_are_a_quorum() {
    try (CassandraCluster cluster = CassandraCluster.start(folder, 3)) {
      for (CassandraNode node : cluster.nodes()) {
        try (CqlSession session = CassandraNodeTest.sessionOf(node)) {
          assertThat(session.execute("SELECT peer FROM system.peers").all()).hasSize(2);
        }
      }
      writesWithout(cluster.nodes().get(1), cluster.nodes().getFirst());
    }
  }

  private static void writesWithout(CassandraNode killed, CassandraNode other) {
    try (CqlSession session = CassandraNodeTest.sessionOf(other)) {
      session.execute(
          "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy',"
              + " 'replication_factor': 3}");
      session.execute("CREATE TABLE k.t (p int PRIMARY KEY)");
      killed.kill();
      session.execute(
          SimpleStatement.newInstance("INSERT INTO k.t (p) VALUES (1)")
              .setConsistencyLevel(ConsistencyLevel.LOCAL_QUORUM)
              .setIdempotent(true));
    }
  }
}
