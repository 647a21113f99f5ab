package io.messina.enrichment;

import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRefusedException;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import io.messina.store.Bytes;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * States in {@link StateTable}, fenced by the timestamps of the shard's owner.
 *
 * @param owner whose name all keys share a part of the partition with
 * @param codec of the state
 * @param <S> the state of a key
 */
record StateClient<S>(States.Owner owner, StateCodec<S> codec)
    implements KeyedStateClient<Bytes, S> {

  @Override
  public CompletionStage<@Nullable StateRow<S>> read(Bytes key) {
    return begin(() -> stored(key));
  }

  private @Nullable StateRow<S> stored(Bytes key) {
    return owner
        .context()
        .store()
        .get(StateTable.key(owner.enrichment(), key))
        .map(found -> refusing(() -> StateTable.read(found, owner.generation(), codec)))
        .orElse(null);
  }

  @Override
  public CompletionStage<WriteResult> write(
      Bytes key, @Nullable StateRow<S> expected, StateRow<S> row) {
    long timestampMicros = owner.timestamps().getAsLong();
    return begin(
        () -> {
          RowKey place = StateTable.key(owner.enrichment(), key);
          return refusing(
              () -> {
                Row encoded = StateTable.row(place, row, codec);
                owner
                    .context()
                    .store()
                    .write(PlainBatch.in(place.partition(), timestampMicros).put(encoded).build());
                return WriteResult.APPLIED;
              });
        });
  }

  /** A row that the codec or the bounds refuse once is always refused. */
  private static <T> T refusing(Supplier<T> request) {
    try {
      return request.get();
    } catch (StoreException e) {
      if (e.code() == StoreException.Code.LIMIT_EXCEEDED) {
        throw new StateRefusedException(String.valueOf(e.getMessage()), e);
      }
      throw e;
    } catch (RuntimeException e) {
      throw new StateRefusedException(String.valueOf(e.getMessage()), e);
    }
  }

  private <T extends @Nullable Object> CompletionStage<T> begin(Supplier<T> request) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    owner
        .context()
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
