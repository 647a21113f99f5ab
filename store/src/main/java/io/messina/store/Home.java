package io.messina.store;

import java.util.Comparator;
import java.util.OptionalInt;

/**
 * A place that holds partitions: one core of one node, or a whole node where the database does not
 * divide its nodes.
 *
 * @param node what names the node among those of the database, such as its address; the same for as
 *     long as the node holds what it holds
 * @param core from 0; empty where nodes are not divided into cores, or where the core is not known
 */
public record Home(String node, OptionalInt core) implements Comparable<Home> {

  private static final Comparator<Home> ORDER =
      Comparator.comparing((Home home) -> home.node())
          .thenComparingInt(home -> home.core().orElse(-1));

  /**
   * A checked place.
   *
   * @throws IllegalArgumentException where the node has no name or the core is negative
   */
  public Home {
    if (node.isEmpty() || core.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "home: " + text(node, core) + " (expected: a node's name, a core from 0)");
    }
  }

  /**
   * One core of a node.
   *
   * @param node what names the node
   * @param core from 0
   * @return the place
   */
  public static Home core(String node, int core) {
    return new Home(node, OptionalInt.of(core));
  }

  /**
   * A node as a whole.
   *
   * @param node what names it
   * @return the place
   */
  public static Home node(String node) {
    return new Home(node, OptionalInt.empty());
  }

  /** By node, then by core; a node as a whole comes before its cores. */
  @Override
  public int compareTo(Home other) {
    return ORDER.compare(this, other);
  }

  /** As in {@code 10.0.0.1:9042/3}, or the node's name alone. */
  @Override
  public String toString() {
    return text(node, core);
  }

  private static String text(String node, OptionalInt core) {
    return core.isPresent() ? node + "/" + core.getAsInt() : node;
  }
}
