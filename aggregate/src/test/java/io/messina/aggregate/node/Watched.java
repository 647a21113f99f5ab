package io.messina.aggregate.node;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.ForwardingAggregator;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.window.Window;
import io.messina.stream.StoredEvent;
import java.util.function.Consumer;

/** An aggregator that shows each event to somebody before it is added. */
record Watched(Aggregator aggregator, Consumer<StoredEvent> watcher)
    implements ForwardingAggregator {

  @Override
  public boolean add(Window window, StoredEvent event, LocalState state) {
    watcher.accept(event);
    return aggregator.add(window, event, state);
  }
}
