package io.messina.aggregate.node;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a key has in a window is the payloads of all its events, as in {@code 1 2 3}: so whatever is
 * lost or doubled is seen.
 */
record CollectingAggregator(Function<StoredEvent, Bytes> key, Function<StoredEvent, Bytes> payload)
    implements Aggregator {

  /** By the keys of events. */
  static final CollectingAggregator BY_KEY =
      new CollectingAggregator(
          event -> event.event().key().orElseThrow(), event -> event.event().payload());

  @Override
  public boolean add(Window window, StoredEvent event, LocalState state) {
    Bytes key = this.key.apply(event);
    @Nullable Bytes before = state.get(window, key);
    Bytes own = payload.apply(event);
    state.put(window, key, before == null ? own : merge(before, own));
    return true;
  }

  @Override
  public void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
    state.range(
        window,
        Bytes.EMPTY,
        (key, value) -> {
          rows.accept(key, value);
          return true;
        });
  }

  @Override
  public Bytes merge(Bytes one, Bytes other) {
    return Bytes.utf8(one.toUtf8() + " " + other.toUtf8());
  }

  @Override
  public Object result(Bytes part) {
    return part.toUtf8();
  }
}
