package io.messina.stream.ownership;

import io.messina.api.Checks;
import io.messina.runtime.FormatLevel;
import io.messina.store.Column;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import io.messina.stream.ShardId;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The table of members: a row per incarnation, which only this incarnation writes, and which others
 * delete later.
 */
public final class MemberTable {

  /**
   * After how long without a beat a database may remove a row. That only tidies up: members read
   * rows that have expired as well, so that nobody's clock hides a member, and a member is not
   * taken for dead earlier because its row is missing than because its row is unchanged.
   */
  static final Duration KEPT = Duration.ofDays(1);

  private static final Column<String> CLUSTER = Column.ofText("cluster");
  private static final Column<String> INCARNATION = Column.ofText("incarnation");
  private static final Column<String> ADDRESS = Column.ofText("address");
  private static final Column<Long> BEAT = Column.ofLong("beat");
  private static final Column<Boolean> LEAVING = Column.ofBoolean("leaving");
  private static final Column<Boolean> TAKES_SHARDS = Column.ofBoolean("takes_shards");

  /** Names of shards, between commas. */
  private static final Column<String> DECLINED = Column.ofText("declined");

  /** Of the build; see {@link FormatLevel}. */
  private static final Column<Integer> NEWEST_FORMAT = Column.ofInt("newest_format");

  public static final Table MEMBERS =
      Table.plain("members")
          .partitionedBy(CLUSTER)
          .clusteredBy(INCARNATION)
          .columns(ADDRESS, BEAT, LEAVING, TAKES_SHARDS, DECLINED, NEWEST_FORMAT)
          .expiring(KEPT)
          .build();

  private MemberTable() {}

  static PartitionKey partition(String cluster) {
    return MEMBERS.partition(CLUSTER.of(cluster));
  }

  static RowKey key(PartitionKey partition, Incarnation incarnation) {
    return partition.row(INCARNATION.of(incarnation.toString()));
  }

  static Row row(PartitionKey partition, Member member) {
    return Row.of(
        key(partition, member.incarnation()),
        ADDRESS.of(member.address()),
        BEAT.of(member.beat()),
        LEAVING.of(member.leaving()),
        TAKES_SHARDS.of(member.takesShards()),
        DECLINED.of(String.join(",", new TreeSet<>(member.declined()))),
        NEWEST_FORMAT.of(member.newestFormat()));
  }

  static Member member(Row row) {
    return new Member(
        new Incarnation(UUID.fromString(row.get(INCARNATION))),
        row.get(ADDRESS),
        row.get(BEAT),
        row.get(LEAVING),
        row.get(TAKES_SHARDS),
        Set.of(row.get(DECLINED).split(",")),
        row.get(NEWEST_FORMAT));
  }

  /**
   * The row of a process.
   *
   * @param incarnation of the process
   * @param address where others reach it; the same for all its incarnations, so that it gets the
   *     same shards
   * @param beat how often this incarnation has beaten, from 1
   * @param leaving whether it releases its shards and takes no more
   * @param takesShards whether it owns shards at all
   * @param declined names of shards that it cannot serve
   * @param newestFormat the newest level of formats that it knows
   */
  record Member(
      Incarnation incarnation,
      String address,
      long beat,
      boolean leaving,
      boolean takesShards,
      Set<String> declined,
      int newestFormat) {

    Member {
      Checks.that(beat >= 1, "beat", beat, "from 1");
      declined = Set.copyOf(declined);
    }

    Member leaves() {
      return new Member(incarnation, address, beat, true, takesShards, declined, newestFormat);
    }

    boolean declines(ShardId shard) {
      return declined.contains(shard.toString());
    }
  }
}
