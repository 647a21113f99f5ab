package io.messina.aggregate.node;

import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.MergedRows;
import io.messina.api.Checks;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import io.messina.runtime.Varints;
import io.messina.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A question for the rows of some shards, to the node that owns them:
 *
 * <pre>
 *   | version 1 | number of shards, each | from | to | prefix | first | end, if any | place | part |
 *     max | most bytes | after, if any
 * </pre>
 *
 * <p>Numbers are varints, times as zigzag; bytes have their length before them, and 1 if they may
 * be absent, 0 if they are.
 *
 * @param shards their numbers
 */
record RowsQuestion(List<Integer> shards, MergedRows.Wanted wanted) {

  private static final int VERSION = 1;
  private static final int CAPACITY = 128;

  Bytes encode() {
    GrowingBytes out = new GrowingBytes(CAPACITY);
    out.putByte(VERSION);
    out.putVarint(shards.size());
    shards.forEach(out::putVarint);
    out.putVarint(Varints.zigzag(wanted.fromMillis()));
    out.putVarint(Varints.zigzag(wanted.toMillis()));
    out.putWithLength(wanted.prefix());
    GroupFilter groups = wanted.groups();
    out.putWithLength(groups.first());
    put(out, groups.end());
    out.putVarint(groups.at());
    out.putWithLength(groups.part());
    out.putVarint(wanted.max());
    out.putVarint(wanted.bytesMax());
    put(out, wanted.after());
    return Bytes.wrap(out.toArray());
  }

  private static void put(GrowingBytes out, Optional<Bytes> bytes) {
    out.putByte(bytes.isPresent() ? 1 : 0);
    bytes.ifPresent(out::putWithLength);
  }

  /**
   * Reads the bytes of {@link #encode}.
   *
   * @throws IllegalArgumentException if they are others
   */
  static RowsQuestion decode(Bytes bytes) {
    BoundedBytes in = new BoundedBytes(bytes.toArray(), 0, bytes.length());
    Checks.between("version", in.takeByte(), VERSION, VERSION);
    List<Integer> shards = new ArrayList<>();
    for (long left = in.takeVarint(); left > 0; left--) {
      shards.add(Math.toIntExact(in.takeVarint()));
    }
    return new RowsQuestion(
        shards,
        new MergedRows.Wanted(
            Varints.unzigzag(in.takeVarint()),
            Varints.unzigzag(in.takeVarint()),
            take(in),
            new GroupFilter(take(in), takeOptional(in), Math.toIntExact(in.takeVarint()), take(in)),
            Math.toIntExact(in.takeVarint()),
            in.takeVarint(),
            takeOptional(in)));
  }

  private static Bytes take(BoundedBytes in) {
    return in.takeBytes(in.takeLength());
  }

  private static Optional<Bytes> takeOptional(BoundedBytes in) {
    return in.takeByte() == 1 ? Optional.of(take(in)) : Optional.empty();
  }
}
