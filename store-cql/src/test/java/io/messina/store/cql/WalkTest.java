package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import io.messina.cassandra.CassandraForTests;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Table;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class WalkTest {

  private static final Column<Bytes> KEY = Column.ofBytes("key");
  private static final Table BY_BYTES = Table.plain("walked_by_bytes").partitionedBy(KEY).build();
  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<Integer> NUMBER = Column.ofInt("number");
  private static final Table OF_ROWS =
      Table.plain("walked_over_deletes").partitionedBy(NAME).clusteredBy(NUMBER).build();

  @Test
  void partitions_that_share_a_token_come_once_each_and_a_walk_goes_on_between_them() {
    CqlOptions options = KeyspaceForTests.options();
    List<Bytes> equal = EqualTokens.keys(40);
    List<Bytes> others = Stream.of("a", "b", "c", "d", "e", "f").map(Bytes::utf8).toList();
    try (CqlStore store = CqlStore.open(options, InstantSource.system());
        CqlSession session = CqlSessions.open(options)) {
      store.create(BY_BYTES);
      Stream.concat(equal.stream(), others.stream()).forEach(key -> put(store, key));
      assertThat(
              session.execute("SELECT token(key) FROM " + options.keyspace() + ".walked_by_bytes"))
          .extracting(row -> row.getLong(0))
          .hasSize(46)
          .satisfies(tokens -> assertThat(tokens.stream().distinct()).hasSize(7));

      List<PartitionKey> all = walk(store, PartitionWalk.of(BY_BYTES));
      assertThat(all)
          .extracting(key -> key.get(KEY))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(equal.stream(), others.stream()).toList());
      for (int i = 0; i < all.size(); i++) {
        assertThat(walk(store, PartitionWalk.of(BY_BYTES).behind(all.get(i))))
            .isEqualTo(all.subList(i + 1, all.size()));
      }
    }
  }

  @Test
  void a_walk_passes_over_more_deletes_than_the_database_reads_in_one_query() {
    CqlOptions options = KeyspaceForTests.options();
    try (CqlStore store = CqlStore.open(options, InstantSource.system());
        CqlSession session = CqlSessions.open(options)) {
      store.create(OF_ROWS);
      List<PartitionKey> live = new ArrayList<>();
      for (int i = 0; i < 112; i++) {
        PartitionKey partition = OF_ROWS.partition(NAME.of("list " + i));
        boolean isLive = i % 32 == 7;
        store.write(isLive ? putOne(partition) : deleteMany(partition));
        if (isLive) {
          live.add(partition);
        }
      }
      if (!CassandraForTests.shared().isExternal()) {
        String all = "SELECT DISTINCT name FROM " + options.keyspace() + ".walked_over_deletes";
        assertThatThrownBy(() -> session.execute(all).all())
            .isInstanceOf(ReadFailureException.class);
      }
      List<PartitionKey> walked = walk(store, PartitionWalk.of(OF_ROWS));
      assertThat(walked).containsExactlyInAnyOrderElementsOf(live);
      for (int i = 0; i < walked.size(); i++) {
        assertThat(walk(store, PartitionWalk.of(OF_ROWS).behind(walked.get(i))))
            .isEqualTo(walked.subList(i + 1, walked.size()));
      }
    }
  }

  private static PlainBatch putOne(PartitionKey partition) {
    return PlainBatch.in(partition, 1).put(Row.of(partition.row(NUMBER.of(1)))).build();
  }

  private static PlainBatch deleteMany(PartitionKey partition) {
    PlainBatch.Builder batch = PlainBatch.in(partition, 1);
    for (int i = 0; i < 1_000; i++) {
      batch.delete(partition.row(NUMBER.of(i)));
    }
    return batch.build();
  }

  private static void put(CqlStore store, Bytes key) {
    PartitionKey partition = BY_BYTES.partition(KEY.of(key));
    store.write(PlainBatch.in(partition, 1).put(Row.of(partition.row())).build());
  }

  private static List<PartitionKey> walk(CqlStore store, PartitionWalk walk) {
    List<PartitionKey> walked = new ArrayList<>();
    store.partitions(walk).forEachRemaining(walked::add);
    return walked;
  }

  /**
   * Keys of 32 bytes that all have the same token. Murmur3 mixes block by block what can be undone:
   * whatever the first block is, there is a second one after which the state is the same.
   */
  static final class EqualTokens {

    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;
    private static final long ADDED_1 = 0x52dce729L;
    private static final BigInteger WORDS = BigInteger.ONE.shiftLeft(Long.SIZE);

    private EqualTokens() {}

    /** Different keys with one token. */
    static List<Bytes> keys(int count) {
      return LongStream.rangeClosed(1, count).mapToObj(EqualTokens::key).toList();
    }

    private static Bytes key(long first) {
      long h1 = Long.rotateLeft(mixed1(first), 27) * 5 + ADDED_1;
      long h2 = (Long.rotateLeft(mixed2(first), 31) + h1) * 5 + 0x38495ab5L;
      // what is added to both halves of the state is to be the same for all keys
      long second1 = unmixed1(Long.rotateRight(-h2, 27) ^ h1);
      long second2 = unmixed2(Long.rotateRight(-ADDED_1, 31) ^ h2);
      return Bytes.wrap(
          ByteBuffer.allocate(4 * Long.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putLong(first)
              .putLong(first)
              .putLong(second1)
              .putLong(second2)
              .array());
    }

    private static long mixed1(long block) {
      return Long.rotateLeft(block * C1, 31) * C2;
    }

    private static long mixed2(long block) {
      return Long.rotateLeft(block * C2, 33) * C1;
    }

    private static long unmixed1(long mixed) {
      return Long.rotateRight(mixed * inverse(C2), 31) * inverse(C1);
    }

    private static long unmixed2(long mixed) {
      return Long.rotateRight(mixed * inverse(C1), 33) * inverse(C2);
    }

    private static long inverse(long factor) {
      return BigInteger.valueOf(factor).modInverse(WORDS).longValue();
    }
  }
}
