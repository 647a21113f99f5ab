package io.messina.aggregate.node;

import io.messina.aggregate.MergedRows.MergedRow;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.window.Windows;
import io.messina.api.Checks;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import io.messina.runtime.Varints;
import io.messina.store.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of the shards that one node has, merged over these:
 *
 * <pre>
 *   | version 1 | number of shards | shards: number, idle, length of progress, progress |
 *     numbers of shards that are not owned there: how many, each |
 *     cut off | number of rows | rows: start of window, length of group, group, length of part, part
 * </pre>
 *
 * <p>Numbers are varints, the start of a window as zigzag; what is true is 1.
 *
 * @param shards that could be read
 * @param notOwned the numbers of shards that were asked for, and are not owned there
 * @param isCut whether there are more rows behind the last one
 * @param rows by window, then by group
 */
record RowsPart(List<OfShard> shards, List<Integer> notOwned, boolean isCut, List<MergedRow> rows) {

  private static final int VERSION = 1;
  private static final int CAPACITY = 4_096;

  /**
   * A shard.
   *
   * @param isIdle whether it was read to its end, and had no event for some time
   * @param progress as of the moment of the rows
   */
  record OfShard(int number, boolean isIdle, ShardProgress progress) {}

  Bytes encode() {
    GrowingBytes out = new GrowingBytes(CAPACITY);
    out.putByte(VERSION);
    out.putVarint(shards.size());
    for (OfShard shard : shards) {
      out.putVarint(shard.number);
      out.putByte(shard.isIdle ? 1 : 0);
      out.putWithLength(Bytes.wrap(shard.progress.encode()));
    }
    out.putVarint(notOwned.size());
    notOwned.forEach(out::putVarint);
    out.putByte(isCut ? 1 : 0);
    out.putVarint(rows.size());
    for (MergedRow row : rows) {
      out.putVarint(Varints.zigzag(row.window().startMillis()));
      out.putWithLength(row.group());
      out.putWithLength(row.part());
    }
    return Bytes.wrap(out.toArray());
  }

  /**
   * Reads the bytes of {@link #encode}.
   *
   * @param windows of the aggregate
   * @throws IllegalArgumentException if they are others
   */
  static RowsPart decode(Bytes bytes, Windows windows) {
    BoundedBytes in = new BoundedBytes(bytes.toArray(), 0, bytes.length());
    Checks.between("version", in.takeByte(), VERSION, VERSION);
    List<OfShard> shards = new ArrayList<>();
    for (long left = in.takeVarint(); left > 0; left--) {
      shards.add(
          new OfShard(
              Math.toIntExact(in.takeVarint()),
              in.takeByte() == 1,
              ShardProgress.decode(in.takeBytes(in.takeLength()).toArray())));
    }
    List<Integer> notOwned = new ArrayList<>();
    for (long left = in.takeVarint(); left > 0; left--) {
      notOwned.add(Math.toIntExact(in.takeVarint()));
    }
    boolean isCut = in.takeByte() == 1;
    List<MergedRow> rows = new ArrayList<>();
    for (long left = in.takeVarint(); left > 0; left--) {
      long start = Varints.unzigzag(in.takeVarint());
      Bytes group = in.takeBytes(in.takeLength());
      rows.add(new MergedRow(windows.at(start), group, in.takeBytes(in.takeLength()), false));
    }
    return new RowsPart(shards, notOwned, isCut, rows);
  }
}
