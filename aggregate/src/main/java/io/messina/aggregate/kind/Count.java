package io.messina.aggregate.kind;

import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts events. */
final class Count extends Grouped<Boolean> {

  Count(Function<StoredEvent, @Nullable Bytes> group) {
    super(group, any -> true);
  }

  @Override
  void add(Window window, Bytes group, Boolean any, LocalState state) {
    state.open(window, part(group), LongCell.TYPE).value++;
  }

  @Override
  public Bytes merge(Bytes one, Bytes other) {
    return LongCell.write(Math.addExact(LongCell.read(one), LongCell.read(other)));
  }

  @Override
  public Object result(Bytes part) {
    return LongCell.read(part);
  }
}
