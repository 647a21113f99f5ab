package io.messina.stream.log;

import io.messina.runtime.Micros;
import io.messina.store.ForwardingStore;
import io.messina.store.Mutation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.Optional;

/** Between a writer and its store: does with rows what a wrong writer would. */
final class PlantedStore extends ForwardingStore {

  /** What is done wrong on purpose. */
  enum Plant {
    NOTHING,
    RETRIES_WITH_A_FRESH_BATCH,
    ACKNOWLEDGES_BEFORE_THE_WRITE_RETURNS,
    ACKNOWLEDGES_WITHOUT_ASKING,
    SHOWS_A_ROW_BEFORE_THE_CHECK,
    CUTS_WITHOUT_READING_TO_THE_END,
    WRITES_THE_SEGMENT_ROW_AFTER_ITS_FIRST_ROW
  }

  private final SimulatedNode node;
  private final Plant plant;
  private Optional<PlainBatch> failed = Optional.empty();
  private Optional<PlainBatch> heldBack = Optional.empty();

  PlantedStore(Store store, SimulatedNode node, Plant plant) {
    super(store);
    this.node = node;
    this.plant = plant;
  }

  @Override
  public void write(PlainBatch batch) {
    switch (plant) {
      case RETRIES_WITH_A_FRESH_BATCH -> writeFresh(batch);
      case ACKNOWLEDGES_BEFORE_THE_WRITE_RETURNS -> writeLater(batch);
      case WRITES_THE_SEGMENT_ROW_AFTER_ITS_FIRST_ROW -> writeOutOfOrder(batch);
      case NOTHING,
          ACKNOWLEDGES_WITHOUT_ASKING,
          SHOWS_A_ROW_BEFORE_THE_CHECK,
          CUTS_WITHOUT_READING_TO_THE_END ->
          super.write(batch);
    }
  }

  private void writeFresh(PlainBatch batch) {
    boolean retried = failed.isPresent() && failed.get() == batch && !isOfSegments(batch);
    failed = Optional.of(batch);
    super.write(retried ? fresh(batch) : batch);
  }

  private PlainBatch fresh(PlainBatch batch) {
    Mutation.Put put = (Mutation.Put) batch.mutations().getFirst();
    RecordBatch old = (RecordBatch) RecordBatchCodec.decode(put.row().get(LogColumns.BATCH));
    long nowMicros = Micros.of(node.clock().instant());
    Row row =
        Row.of(
            put.row().key(),
            LogColumns.BATCH.of(
                RecordBatchCodec.encode(
                    new RecordBatch(Math.max(nowMicros, old.firstAppendMicros()), old.events()))));
    return PlainBatch.in(batch.partition(), Math.max(nowMicros, batch.timestampMicros() + 1))
        .put(row)
        .build();
  }

  private void writeLater(PlainBatch batch) {
    node.spawn("careless", () -> writeStubbornly(batch));
  }

  private void writeOutOfOrder(PlainBatch batch) {
    if (isOfSegments(batch)) {
      heldBack = Optional.of(batch);
      return;
    }
    super.write(batch);
    heldBack.ifPresent(this::writeLater);
    heldBack = Optional.empty();
  }

  private void writeStubbornly(PlainBatch batch) {
    while (true) {
      try {
        super.write(batch);
        return;
      } catch (StoreUnavailableException e) {
        node.pause(Duration.ofMillis(20));
      }
    }
  }

  private static boolean isOfSegments(PlainBatch batch) {
    return batch.partition().table().equals(LaneTables.SEGMENTS);
  }
}
