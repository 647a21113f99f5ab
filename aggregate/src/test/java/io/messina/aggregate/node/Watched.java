package io.messina.aggregate.node;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** An aggregator that shows each event to somebody before it is added. */
record Watched(Aggregator aggregator, Consumer<StoredEvent> watcher) implements Aggregator {

  @Override
  public boolean add(Window window, StoredEvent event, LocalState state) {
    watcher.accept(event);
    return aggregator.add(window, event, state);
  }

  @Override
  public void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
    aggregator.rows(window, state, rows);
  }

  @Override
  public Bytes merge(Bytes one, Bytes other) {
    return aggregator.merge(one, other);
  }

  @Override
  public Object result(Bytes part) {
    return aggregator.result(part);
  }
}
