package io.messina.aggregate.kind;

import io.messina.aggregate.Aggregator;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.math.BigDecimal;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The built-in aggregates. Each has a group, of up to 1,024 bytes, taken from an event, and most
 * have a value; where either is null, the event is skipped.
 */
public final class Kinds {

  /** Of sketches: 4 KiB for each group and window, and a standard error of 1.2 %. */
  public static final int PRECISION = 12;

  /** A longer member is skipped where members are kept as they are. */
  public static final int MEMBER_BYTES_MAX = 16 * 1024;

  private Kinds() {}

  /**
   * The bytes that {@link #unique} keeps of a member.
   *
   * @return its 128-bit hash, of 16 bytes
   */
  public static Bytes hash(Bytes member) {
    return Unique.hash(member);
  }

  /**
   * Counts events.
   *
   * @param group of an event
   */
  public static Aggregator count(Function<StoredEvent, @Nullable Bytes> group) {
    return new Count(group);
  }

  /** The sum of numbers, without rounding. */
  public static Aggregator sum(
      Function<StoredEvent, @Nullable Bytes> group,
      Function<StoredEvent, @Nullable BigDecimal> number) {
    return decimals(group, number, BigDecimal::add);
  }

  /** The least number. */
  public static Aggregator min(
      Function<StoredEvent, @Nullable Bytes> group,
      Function<StoredEvent, @Nullable BigDecimal> number) {
    return decimals(group, number, BigDecimal::min);
  }

  /** The greatest number. */
  public static Aggregator max(
      Function<StoredEvent, @Nullable Bytes> group,
      Function<StoredEvent, @Nullable BigDecimal> number) {
    return decimals(group, number, BigDecimal::max);
  }

  private static Aggregator decimals(
      Function<StoredEvent, @Nullable Bytes> group,
      Function<StoredEvent, @Nullable BigDecimal> number,
      BinaryOperator<BigDecimal> operation) {
    return new Decimals(group, number, operation);
  }

  /**
   * Counts different members, exactly. Counts of shards are added, so a member of a group must
   * always be on the same shard. Members are kept as 128-bit hashes: two of a billion have the same
   * one with a chance of 1.5 in 10^21.
   *
   * @param group of an event
   * @param member of an event
   */
  public static Aggregator unique(
      Function<StoredEvent, @Nullable Bytes> group, Function<StoredEvent, @Nullable Bytes> member) {
    return Unique.byHash(group, member);
  }

  /**
   * As {@link #unique}, but members are kept as they are, so that nothing is left to chance; one
   * longer than 16 KiB is skipped.
   */
  public static Aggregator uniqueBytes(
      Function<StoredEvent, @Nullable Bytes> group, Function<StoredEvent, @Nullable Bytes> member) {
    return Unique.byMember(group, member);
  }

  /**
   * Counts different members exactly that are integers from 0 and close together: a bit for each
   * then, and eight bytes or more for each that is alone. A member may be on any shard. A part is a
   * 64-bit Roaring bitmap in the portable format.
   *
   * @param member of an event; negative ones are skipped
   */
  public static Aggregator uniqueIntegers(
      Function<StoredEvent, @Nullable Bytes> group, Function<StoredEvent, @Nullable Long> member) {
    return new UniqueIntegers(group, member);
  }

  /**
   * The approximate number of different members.
   *
   * @param precision 10 to 16: 2^precision bytes for each group and window, and a standard error of
   *     0.78 / sqrt(2^precision)
   * @throws IllegalArgumentException if the precision is out of its bounds
   */
  public static Aggregator approxUnique(
      Function<StoredEvent, @Nullable Bytes> group,
      Function<StoredEvent, @Nullable Bytes> member,
      int precision) {
    return new ApproxUnique(group, member, precision);
  }
}
