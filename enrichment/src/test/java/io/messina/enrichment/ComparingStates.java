package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import io.messina.store.Bytes;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Rows that are compared and set, as a client for a table of one's own does. */
record ComparingStates(Table table, long generation) implements KeyedStateClient<Bytes, String> {

  /** Below the positions of all events: a row that was there before. */
  static final long NO_EVENT = -1;

  /** What is stored, whoever asks. */
  static final class Table {

    private final Map<Bytes, StateRow<String>> rows = new ConcurrentHashMap<>();
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);
    private volatile boolean waits;

    void put(String key, String state) {
      rows.put(Bytes.utf8(key), new StateRow<>(state, 0, NO_EVENT));
    }

    String state(String key) {
      return String.valueOf(Objects.requireNonNull(rows.get(Bytes.utf8(key))).state());
    }

    int size() {
      return rows.size();
    }

    /** Writes from now on apply once the gate is open. */
    void writesAwait(CompletableFuture<Void> opened) {
      gate = opened;
    }

    boolean waits() {
      return waits;
    }
  }

  @Override
  public CompletionStage<@Nullable StateRow<String>> read(Bytes key) {
    return CompletableFuture.completedFuture(row(table.rows.get(key)));
  }

  private @Nullable StateRow<String> row(@Nullable StateRow<String> there) {
    return there == null || there.position() != NO_EVENT
        ? there
        : new StateRow<>(there.state(), generation, NO_EVENT);
  }

  @Override
  public boolean isComparing() {
    return true;
  }

  @Override
  public CompletionStage<WriteResult> write(
      Bytes key, @Nullable StateRow<String> expected, StateRow<String> row) {
    assertThat(row.generation()).isEqualTo(generation);
    table.waits = true;
    return table.gate.thenApply(
        _ -> {
          StateRow<String> now =
              table.rows.compute(
                  key, (_, there) -> Objects.equals(row(there), expected) ? row : there);
          return row.equals(now) ? WriteResult.APPLIED : WriteResult.CONFLICT;
        });
  }
}
