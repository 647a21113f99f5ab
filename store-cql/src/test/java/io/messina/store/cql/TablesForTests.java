package io.messina.store.cql;

import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.Incarnation;
import io.messina.store.Table;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** The tables that the tests of this module share: making one is slow. */
final class TablesForTests {

  static final Column<String> NAME = Column.ofText("name");
  static final Column<Long> SEQUENCE = Column.ofLong("sequence");
  static final Column<String> OWNER = Column.ofText("owner");
  static final Column<Bytes> PAYLOAD = Column.ofBytes("payload");

  static final Table ROWS =
      Table.plain("fault_rows")
          .partitionedBy(NAME)
          .clusteredBy(SEQUENCE)
          .columns(PAYLOAD)
          .expiring()
          .build();

  static final Table SHARDS =
      Table.fenced("fault_shards")
          .partitionedBy(NAME)
          .clusteredBy(SEQUENCE)
          .statics(OWNER)
          .columns(PAYLOAD)
          .build();

  private static final String RUN = UUID.randomUUID().toString();
  private static final AtomicInteger NAMES = new AtomicInteger();

  private TablesForTests() {}

  /** A name that no partition has yet. */
  static String freshName() {
    return RUN + "-" + NAMES.incrementAndGet();
  }

  static Fence fence(int n) {
    return new Fence(1, n, new Incarnation(new UUID(0, 7)));
  }
}
