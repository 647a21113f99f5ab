package io.messina.enrichment;

import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRefusedException;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StoreException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * States in {@link StateTable}, fenced by the timestamps of the shard's owner.
 *
 * @param context whose store and threads it uses
 * @param enrichment the partition's part that all keys share
 * @param generation of all rows; those of another one have partitions of their own
 * @param codec of the state
 * @param timestamps of the owner, in microseconds
 * @param <S> the state of a key
 */
record StateClient<S>(
    Context context,
    String enrichment,
    long generation,
    StateCodec<S> codec,
    LongSupplier timestamps)
    implements KeyedStateClient<Bytes, S> {

  @Override
  public CompletionStage<@Nullable StateRow<S>> read(Bytes key) {
    return begin(() -> stored(key).orElse(null));
  }

  Optional<StateRow<S>> stored(Bytes key) {
    Optional<Row> row = context.store().get(StateTable.key(enrichment, key));
    return row.map(found -> refusing(() -> StateTable.read(found, generation, codec)));
  }

  @Override
  public CompletionStage<WriteResult> write(
      Bytes key, @Nullable StateRow<S> expected, StateRow<S> row) {
    long timestampMicros = timestamps.getAsLong();
    return begin(
        () -> {
          RowKey place = StateTable.key(enrichment, key);
          return refusing(
              () -> {
                Row encoded = StateTable.row(place, row, codec);
                context
                    .store()
                    .write(PlainBatch.in(place.partition(), timestampMicros).put(encoded).build());
                return WriteResult.APPLIED;
              });
        });
  }

  /** What the codec or the bounds of a row refuse once, they refuse always. */
  private static <T> T refusing(Supplier<T> request) {
    try {
      return request.get();
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new StateRefusedException(String.valueOf(e.getMessage()), e);
    }
  }

  private <T extends @Nullable Object> CompletionStage<T> begin(Supplier<T> request) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    context
        .threads()
        .newThread(
            () -> {
              try {
                answer.complete(request.get());
              } catch (Throwable e) {
                answer.completeExceptionally(e);
              }
            })
        .start();
    return answer;
  }
}
