package io.messina.aggregate;

import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.util.function.BiConsumer;

/**
 * Another aggregator, of which a test changes something. Of ranges of groups it says nothing, as
 * the first aggregators of users did.
 */
public interface ForwardingAggregator extends Aggregator {

  /** The other one. */
  Aggregator aggregator();

  @Override
  default boolean add(Window window, StoredEvent event, LocalState state) {
    return aggregator().add(window, event, state);
  }

  @Override
  default void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
    aggregator().rows(window, state, rows);
  }

  @Override
  default Bytes merge(Bytes one, Bytes other) {
    return aggregator().merge(one, other);
  }

  @Override
  default Object result(Bytes part) {
    return aggregator().result(part);
  }
}
