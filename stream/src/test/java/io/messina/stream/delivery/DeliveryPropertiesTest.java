package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Backoff;
import io.messina.api.Delivery;
import io.messina.api.GroupLimits;
import io.messina.api.GroupOptions;
import io.messina.api.Order;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.mistake.MistakenClasses;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeliveryPropertiesTest {

  private static final int STEPS = 150;
  private static final int SEEDS_TO_FIND_A_BUG = 3_000;

  @Property
  void promises_hold_at_least_once(@ForAll long seed) {
    new World(options(Order.NONE, Delivery.AT_LEAST_ONCE, 0), seed).run(STEPS);
  }

  @Property
  void promises_hold_in_order_of_keys(@ForAll long seed) {
    new World(options(Order.KEY, Delivery.AT_LEAST_ONCE, 0), seed).run(STEPS);
  }

  @Property
  void promises_hold_with_a_limit_per_key(@ForAll long seed) {
    new World(options(Order.NONE, Delivery.AT_LEAST_ONCE, 2), seed).run(STEPS);
  }

  @Property
  void promises_hold_at_most_once(@ForAll long seed) {
    new World(options(Order.NONE, Delivery.AT_MOST_ONCE, 0), seed).run(STEPS);
  }

  @Property
  void promises_hold_at_most_once_in_order_of_keys(@ForAll long seed) {
    new World(options(Order.KEY, Delivery.AT_MOST_ONCE, 0), seed).run(STEPS);
  }

  @Property
  void promises_hold_while_options_change(@ForAll long seed) {
    List<GroupOptions> variety =
        List.of(
            options(Order.NONE, Delivery.AT_LEAST_ONCE, 0),
            options(Order.KEY, Delivery.AT_LEAST_ONCE, 0),
            options(Order.NONE, Delivery.AT_LEAST_ONCE, 1),
            options(Order.NONE, Delivery.AT_LEAST_ONCE, 3),
            options(Order.NONE, Delivery.AT_MOST_ONCE, 0),
            options(Order.KEY, 2, new GroupLimits(3, 0, 4, 6)),
            options(Order.NONE, 6, new GroupLimits(20, 0, 0, 30)));
    new World(variety.getFirst(), seed).varying(variety).run(2 * STEPS);
  }

  @FullBuild("Shows that the properties are sharp, which a plain build tries.")
  @ParameterizedTest
  @EnumSource
  void every_broken_rule_is_found(BrokenRule broken) {
    MistakenClasses messina =
        new MistakenClasses(broken.mistake, "io.messina.stream.", "io.messina.runtime.");
    LongStream seeds = LongStream.range(0, SEEDS_TO_FIND_A_BUG);
    assertThat(
            messina.isFound(
                getClass(), broken.history, seeds, words -> words.contains(broken.shownBy)))
        .isTrue();
  }

  /** Called in the other Messina, as the next ones are. */
  static List<String> unordered(long seed) {
    return wrong(options(Order.NONE, Delivery.AT_LEAST_ONCE, 0), seed);
  }

  static List<String> inOrderOfKeys(long seed) {
    return wrong(options(Order.KEY, Delivery.AT_LEAST_ONCE, 0), seed);
  }

  static List<String> atMostOnce(long seed) {
    return wrong(options(Order.NONE, Delivery.AT_MOST_ONCE, 0), seed);
  }

  private static List<String> wrong(GroupOptions options, long seed) {
    try {
      new World(options, seed).run(STEPS);
      return List.of();
    } catch (AssertionError e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  static GroupOptions options(Order order, Delivery delivery, int perKeyMax) {
    return options(order, delivery, 3, new GroupLimits(12, perKeyMax, 0, 20));
  }

  private static GroupOptions options(Order order, int attemptsMax, GroupLimits limits) {
    return options(order, Delivery.AT_LEAST_ONCE, attemptsMax, limits);
  }

  private static GroupOptions options(
      Order order, Delivery delivery, int attemptsMax, GroupLimits limits) {
    return GroupOptions.DEFAULT
        .lease(Duration.ofSeconds(10))
        .maxAttempts(attemptsMax)
        .backoff(new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(4), 20))
        .order(order)
        .delivery(delivery)
        .limits(limits);
  }
}
