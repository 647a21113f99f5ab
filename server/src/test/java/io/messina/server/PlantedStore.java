package io.messina.server;

import io.messina.server.config.Configuration;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The store of a server as it is, but for what a test has go wrong with it. */
public final class PlantedStore extends ForwardingStore {

  private volatile Consumer<PartitionKey> beforeWrites = _ -> {};
  private volatile Consumer<PartitionKey> afterWrites = _ -> {};
  private volatile Consumer<Store> beforeClose = _ -> {};

  private PlantedStore(Store store) {
    super(store);
  }

  /** Starts a server on it, which the consumer is given before anything is read or written. */
  public static Node start(Configuration configuration, Consumer<PlantedStore> store) {
    return Node.start(
        configuration,
        opened -> {
          PlantedStore planted = new PlantedStore(opened);
          store.accept(planted);
          return planted;
        });
  }

  /** Rows of the log of a shard. */
  public static Predicate<PartitionKey> logOf(int shard) {
    return key -> key.table().name().startsWith("log_") && key.values().get(1).equals(shard);
  }

  /** The state of all shards. */
  public static Predicate<PartitionKey> shards() {
    return key -> key.table().name().equals("shards");
  }

  /** From now on no write of these is done. */
  public void refuse(Predicate<PartitionKey> partitions, RuntimeException failure) {
    beforeWrites = failing(partitions, failure);
  }

  /** From now on writes of these are done, and nobody is told. */
  public void loseAnswers(Predicate<PartitionKey> partitions, RuntimeException failure) {
    afterWrites = failing(partitions, failure);
  }

  /** From now on this is called before each write. */
  public void beforeWrites(Consumer<PartitionKey> action) {
    beforeWrites = action;
  }

  /** Nothing goes wrong any more. */
  public void mend() {
    beforeWrites = _ -> {};
    afterWrites = _ -> {};
  }

  /** Is called with what lies behind, just before that is closed. */
  public void beforeClose(Consumer<Store> action) {
    beforeClose = action;
  }

  private static Consumer<PartitionKey> failing(
      Predicate<PartitionKey> partitions, RuntimeException failure) {
    return partition -> {
      if (partitions.test(partition)) {
        throw failure;
      }
    };
  }

  @Override
  public void write(PlainBatch batch) {
    beforeWrites.accept(batch.partition());
    super.write(batch);
    afterWrites.accept(batch.partition());
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    beforeWrites.accept(batch.partition());
    FenceOutcome outcome = super.writeIf(batch);
    afterWrites.accept(batch.partition());
    return outcome;
  }

  @Override
  public void close() {
    beforeClose.accept(this);
    super.close();
  }
}
