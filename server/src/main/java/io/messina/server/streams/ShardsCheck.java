package io.messina.server.streams;

import io.messina.server.http.HealthCheck;
import io.messina.stream.ShardId;
import io.messina.stream.node.Streams;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether the only node owns the shards of all streams. */
record ShardsCheck(Streams streams) implements HealthCheck {

  private static final int NAMED_MAX = 5;

  @Override
  public String name() {
    return "shards";
  }

  @Override
  public Optional<String> trouble() {
    Set<ShardId> owned = Set.copyOf(streams.owned());
    List<ShardId> missing =
        streams.list().stream()
            .flatMap(stream -> stream.shards().stream())
            .filter(shard -> !owned.contains(shard))
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            missing.size()
                + " shards are not taken over yet: "
                + missing.stream().limit(NAMED_MAX).toList());
  }
}
