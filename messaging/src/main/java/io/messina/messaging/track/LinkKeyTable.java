package io.messina.messaging.track;

import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.StaticRow;
import io.messina.store.Table;
import java.util.Optional;

/** The key that makes links unguessable: made by the first process that needs it, never changed. */
final class LinkKeyTable {

  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<String> ENTRY = Column.ofText("entry");
  private static final Column<Bytes> KEY = Column.ofBytes("key");
  private static final Column<Bytes> MORE = Column.ofBytes("more");
  private static final int KEY_BYTES = 32;

  /** The table. */
  static final Table TABLE =
      Table.fenced("message_link_keys")
          .partitionedBy(NAME)
          .clusteredBy(ENTRY)
          .statics(KEY)
          .columns(MORE)
          .build();

  private static final PartitionKey UNSUBSCRIBE = TABLE.partition(NAME.of("unsubscribe"));

  private LinkKeyTable() {}

  /**
   * Reads the key, or creates it. Only the stored key counts, so that all processes have the same
   * one even after a write with an unknown outcome.
   *
   * @throws io.messina.store.StoreException if it is not known now; the caller must ask again
   */
  static byte[] key(Context context) {
    Optional<byte[]> standing = read(context);
    if (standing.isPresent()) {
      return standing.get();
    }
    byte[] fresh = new byte[KEY_BYTES];
    context.random().nextBytes(fresh);
    Fence fence = new Fence(0, 0, Incarnation.next(context.random()));
    var _ =
        context
            .store()
            .writeIf(
                FencedBatch.first(fence, UNSUBSCRIBE).set(KEY.of(Bytes.copyOf(fresh))).build());
    return read(context).orElseThrow();
  }

  private static Optional<byte[]> read(Context context) {
    return context
        .store()
        .getStatic(UNSUBSCRIBE)
        .flatMap((StaticRow row) -> row.find(KEY))
        .map(Bytes::toArray);
  }
}
