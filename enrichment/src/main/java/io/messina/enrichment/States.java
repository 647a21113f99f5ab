package io.messina.enrichment;

import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.NewGeneration;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import java.util.function.LongSupplier;

/**
 * Where an enrichment has its states.
 *
 * @param <S> the state of a key
 */
@FunctionalInterface
public interface States<S> {

  /**
   * Opens the states of a shard, or of all shards for reads.
   *
   * @param owner whose they are
   * @return for many threads
   */
  KeyedStateClient<Bytes, S> open(Owner owner);

  /**
   * Says how states are treated that a former generation has written: of a stream that was created
   * again, of a lower version of the job, or before its group was deleted. Where they stay, no
   * event of one stream is applied to a state twice.
   *
   * @return {@link NewGeneration#KEEP} unless overridden, so that no table is made again without a
   *     request; the states of {@link #inStore} are made again, as they are made of the stream
   */
  default NewGeneration newGeneration() {
    return NewGeneration.KEEP;
  }

  /**
   * The same, but each generation makes them again, in the place of the states of a former one.
   *
   * @return with {@link NewGeneration#AFRESH}
   */
  default States<S> afresh() {
    States<S> same = this;
    return new States<>() {
      @Override
      public KeyedStateClient<Bytes, S> open(Owner owner) {
        return same.open(owner);
      }

      @Override
      public NewGeneration newGeneration() {
        return NewGeneration.AFRESH;
      }
    };
  }

  /**
   * The reader and writer of states.
   *
   * @param context with the store of the streams
   * @param enrichment names it, as no other one is named
   * @param generation of its states, the same in each process: a higher one in a stream that was
   *     created again, and in a higher version of the job
   * @param timestamps a write timestamp of the shard's owner, in microseconds: above all that this
   *     and every former owner was given; throws where a shard is not owned
   */
  record Owner(Context context, String enrichment, long generation, LongSupplier timestamps) {}

  /**
   * In a table of Messina, in the store of the streams.
   *
   * @param <S> the state of a key
   */
  static <S> States<S> inStore(StateCodec<S> codec) {
    States<S> made = owner -> new StateClient<>(owner, codec);
    return made.afresh();
  }
}
