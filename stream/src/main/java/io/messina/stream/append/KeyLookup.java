package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.runtime.Futures;
import io.messina.stream.Event;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.ShardSite;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Looks up keys without holding them. Safe for use by many threads. */
final class KeyLookup {

  private final ShardSite site;
  private final DeduplicationState memory;
  private final KeyRows rows;
  private final Supplier<CompletableFuture<Void>> need;
  private final Runnable needNoMore;

  /**
   * @param need keeps the keys in memory, and is completed once all are there
   * @param needNoMore ends that
   */
  KeyLookup(
      ShardSite site,
      DeduplicationState memory,
      KeyRows rows,
      Supplier<CompletableFuture<Void>> need,
      Runnable needNoMore) {
    this.site = site;
    this.memory = memory;
    this.rows = rows;
    this.need = need;
    this.needNoMore = needNoMore;
  }

  /** What is known of a key. */
  enum Known {
    /** It is unknown, or its event is still being appended. */
    NEW,
    /** The same event was appended under it. */
    REPEAT,
    /** Another event was appended under it. */
    OTHER_BODY
  }

  /** Waits until memory contains all recent keys of the log. */
  void await() {
    whole(() -> true);
  }

  /** Looks up the key of an event, after memory contains all recent keys of the log. */
  Known find(Event event) {
    return whole(() -> findInWhole(event));
  }

  /** Runs a look-up while memory contains all recent keys. */
  private <T> T whole(Supplier<T> asking) {
    CompletableFuture<Void> whole = need.get();
    try {
      Futures.join(whole);
      return asking.get();
    } finally {
      needNoMore.run();
    }
  }

  private Known findInWhole(Event event) {
    PendingAppend asked = new PendingAppend(List.of(event), memory.windows(), false);
    if (!asked.isKeyed(0)) {
      return Known.NEW;
    }
    return switch (look(asked.keyText(0), asked.body(0))) {
      case KeyCheck.Repeat _ -> Known.REPEAT;
      case KeyCheck.OtherBody _ -> asked.firstWins(0) ? Known.REPEAT : Known.OTHER_BODY;
      case KeyCheck.UnderWay _ -> Known.NEW;
      case KeyCheck.First _ -> memory.windows().isLong() ? kept(asked) : Known.NEW;
    };
  }

  /** The position of the event that was appended under a key, whatever its content. */
  Optional<Position> position(String key) {
    return whole(() -> positionInWhole(key));
  }

  private Optional<Position> positionInWhole(String key) {
    return switch (look(key, 0)) {
      case KeyCheck.Repeat(Position position) -> Optional.of(position);
      case KeyCheck.OtherBody(Position position) -> Optional.of(position);
      case KeyCheck.UnderWay _ -> Optional.empty();
      case KeyCheck.First _ ->
          memory.windows().isLong()
              ? kept(key).map(kept -> kept.id().position())
              : Optional.empty();
    };
  }

  private KeyCheck look(String key, int body) {
    memory.lock().lock();
    try {
      IdempotencyWindow window = memory.windows().of(key);
      KeyCheck check = window.see(EventDigest.key(key), body, site.nowMicros());
      if (check instanceof KeyCheck.First) {
        window.release(EventDigest.key(key));
      }
      return check;
    } finally {
      memory.lock().unlock();
    }
  }

  private Optional<KeyTable.Kept> kept(String key) {
    return rows.find(List.of(key))
        .orElseThrow(() -> new NotOwnerException(site.shard()))
        .getFirst();
  }

  private Known kept(PendingAppend asked) {
    Optional<KeyTable.Kept> kept = kept(asked.keyText(0));
    if (kept.isEmpty()) {
      return Known.NEW;
    }
    return kept.get().body() == asked.body(0) || asked.firstWins(0)
        ? Known.REPEAT
        : Known.OTHER_BODY;
  }
}
