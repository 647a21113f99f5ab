package io.messina.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cassandra.CassandraForTests;
import io.messina.store.cql.session.CqlOptions;
import io.messina.stream.ClaimedEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two instances of a service that embeds a node, on the database that all tests share. */
@Timeout(180)
class EmbeddedNodeTest {

  private static final int ORDERS = 40;

  @Test
  void instances_take_and_ship_orders_together_and_one_goes_on_where_the_other_ended()
      throws Exception {
    CqlOptions keyspace = keyspace();
    Set<String> shippedByFirst = ConcurrentHashMap.newKeySet();
    Set<String> shippedBySecond = ConcurrentHashMap.newKeySet();
    try (EmbeddedNode second = EmbeddedNode.start(keyspace);
        var _ = second.ship(order -> shippedBySecond.add(text(order)))) {
      try (EmbeddedNode first = EmbeddedNode.start(keyspace)) {
        await(() -> owned(first) > 0 && owned(second) > 0);
        List<String> toFirst = order(first, "taken by the first");
        List<String> toSecond = order(second, "taken by the second");
        try (var _ = first.ship(order -> shippedByFirst.add(text(order)))) {
          await(() -> both(shippedByFirst, shippedBySecond).containsAll(toFirst));
          await(() -> both(shippedByFirst, shippedBySecond).containsAll(toSecond));
        }
        assertThat(shippedByFirst).containsAnyElementsOf(toSecond);
        assertThat(shippedBySecond).containsAnyElementsOf(toFirst);
        order(first, "left behind");
      }
      List<String> after = order(second, "after the end of the first");
      await(() -> shippedBySecond.containsAll(after));
      await(() -> shippedBySecond.containsAll(texts("left behind")));
    }
  }

  private static String text(ClaimedEvent order) {
    return EmbeddedNode.text(order.stored().event());
  }

  private static Set<String> both(Set<String> some, Set<String> others) {
    Set<String> both = new HashSet<>(some);
    both.addAll(others);
    return both;
  }

  private static CqlOptions keyspace() {
    CassandraForTests database = CassandraForTests.shared();
    return CqlOptions.of(
            List.of(database.contactPoint()),
            CassandraForTests.keyspace("messina_examples"),
            database.datacenter())
        .withReplication(1);
  }

  private static int owned(EmbeddedNode instance) {
    return instance.streams().owned().size();
  }

  private static List<String> order(EmbeddedNode instance, String name) {
    List<String> texts = texts(name);
    for (int i = 0; i < texts.size(); i++) {
      instance.order("customer " + i, texts.get(i));
    }
    return texts;
  }

  private static List<String> texts(String name) {
    return IntStream.range(0, ORDERS).mapToObj(i -> name + " " + i).toList();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(20);
    }
  }
}
