package io.messina.stream.group;

import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.log.NewerLogException;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardSite;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets calls to a shard in, so that a hand-over can wait for their end, and says in the words of
 * {@link io.messina.stream.owner.Shard} why they fail. Safe for use by many threads.
 */
final class CallGate {

  private final ShardSite site;
  private final Mutex lock = new Mutex();
  private int inside; // under the lock
  private boolean shut; // under the lock

  CallGate(ShardSite site) {
    this.site = site;
  }

  /** Makes a call that a hand-over waits for. */
  <T> T call(Supplier<T> call) {
    enter(1);
    try {
      return look(call);
    } finally {
      enter(-1);
    }
  }

  /** Makes a call that a hand-over waits for. */
  void run(Runnable call) {
    var _ =
        call(
            () -> {
              call.run();
              return true;
            });
  }

  /** Returns an answer that was current: nobody had taken the shard while it was computed. */
  <T> T current(Supplier<T> call) {
    return shown(call, site.owned()::isCurrent);
  }

  /** Returns an answer for this process, whose clocks say that it was current. */
  <T> T leased(Supplier<T> call) {
    return shown(call, site.owned()::mayShow);
  }

  private <T> T shown(Supplier<T> call, BooleanSupplier isGood) {
    T answer = look(call);
    if (!isGood.getAsBoolean()) {
      throw new NotOwnerException(site.shard());
    }
    return answer;
  }

  /** Returns an answer as it is. */
  <T> T look(Supplier<T> call) {
    try {
      return call.get();
    } catch (StoreUnavailableException | NewerLogException e) {
      if (site.owned().isLost()) {
        throw new NotOwnerException(site.shard());
      }
      throw new RequestException.Unavailable(site.shard() + ": " + e.getMessage());
    }
  }

  /** Refuses new calls that a hand-over would wait for. */
  void shut() {
    try (var _ = lock.hold()) {
      shut = true;
    }
  }

  boolean isEmpty() {
    try (var _ = lock.hold()) {
      return inside == 0;
    }
  }

  private void enter(int calls) {
    try (var _ = lock.hold()) {
      if (shut && calls > 0) {
        throw new NotOwnerException(site.shard());
      }
      inside += calls;
    }
  }
}
