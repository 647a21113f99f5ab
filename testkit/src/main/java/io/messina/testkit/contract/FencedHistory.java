package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.NUMBER;
import static io.messina.testkit.contract.ContractTables.OWNER;
import static io.messina.testkit.contract.ContractTables.TEXT;
import static io.messina.testkit.contract.ContractTables.TOTAL;

import io.messina.store.Cell;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import java.util.List;
import java.util.Optional;

/**
 * Writes to a FENCED partition, with right and wrong expectations.
 *
 * @param steps in their order
 */
record FencedHistory(List<Step> steps) {

  /** Which fence a write expects. */
  enum Expecting {
    STANDING,
    NONE,
    OTHER_WRITER,
    FIRST,
    LATER;

    private Optional<Fence> of(Optional<Fence> standing) {
      return switch (this) {
        case STANDING -> standing;
        case NONE -> Optional.empty();
        case OTHER_WRITER -> standing.map(fence -> Fences.by(99, fence));
        case FIRST -> Optional.of(Fences.FIRST);
        case LATER -> standing.map(Fence::next);
      };
    }
  }

  /** A change of a static column. */
  enum StaticChange {
    KEEP,
    SET,
    UNSET
  }

  /**
   * A write and the read after it.
   *
   * @param expecting which fence
   * @param writer the writer
   * @param takesOver whether the next fence begins an epoch
   * @param owner the change of one static column
   * @param total the change of the other
   * @param changes to rows, some of which may contradict each other: then deletes count
   * @param reading the read afterwards
   */
  record Step(
      Expecting expecting,
      int writer,
      boolean takesOver,
      StaticChange owner,
      StaticChange total,
      List<RowChange> changes,
      Reading reading) {

    FencedBatch batch(PartitionKey partition, Optional<Fence> standing) {
      Optional<Fence> expected = expecting.of(standing);
      Fence next = next(expected);
      FencedBatch.Builder batch =
          expected
              .map(fence -> FencedBatch.after(fence, next, partition))
              .orElseGet(() -> FencedBatch.first(next, partition));
      change(batch, owner, OWNER.of(next.toString()));
      change(batch, total, TOTAL.of(next.n()));
      for (RowChange change : changes) {
        switch (change) {
          case RowChange.DeleteRow delete -> batch.delete(delete.place().in(partition));
          case RowChange.DeleteRange delete -> batch.delete(delete.bounds().in(partition.table()));
          case RowChange.DeleteAll _ -> batch.delete(partition.table().rows());
          case RowChange.Put _ -> {} // below, unless it is deleted too
        }
      }
      for (RowKey key : RowChange.puts(changes, partition)) {
        batch.put(content(key, next));
      }
      return batch.build();
    }

    private Fence next(Optional<Fence> expected) {
      return expected
          .map(fence -> takesOver ? Fences.taken(fence, writer) : Fences.by(writer, fence.next()))
          .orElse(Fences.by(writer, Fences.FIRST));
    }
  }

  private static void change(FencedBatch.Builder batch, StaticChange change, Cell<?> cell) {
    switch (change) {
      case SET -> batch.set(cell);
      case UNSET -> batch.unset(cell.column());
      case KEEP -> {}
    }
  }

  /** Other values for each fence, and not always all. */
  private static Row content(RowKey key, Fence fence) {
    return fence.n() % 3 == 0
        ? Row.of(key, NUMBER.of(fence.n()))
        : Row.of(key, NUMBER.of(fence.n()), TEXT.of(fence.toString()));
  }
}
