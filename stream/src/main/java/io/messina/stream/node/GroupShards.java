package io.messina.stream.node;

import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A group on all shards of its stream. */
record GroupShards(StreamNode node, CatalogStream stream, CatalogGroup group) {

  /** How long a status waits for an owner: long enough to find out that the owner has changed. */
  private static final Duration LOOK = Duration.ofMillis(500);

  private static final int NAMED_MAX = 20;

  /** Begins a group that was just created on all shards. */
  void begin() {
    all(true, shard -> shard.begin(group.id()));
  }

  /** Runs a command on all shards, or tells on which ones it may not have been done. */
  void command(GroupAction command) {
    all(isHarmless(command), shard -> shard.group(group.id()).command(command));
  }

  private void all(boolean isHarmless, Consumer<Shard> command) {
    List<Optional<RequestException>> failures =
        node.parallel.each(stream.shards(), shard -> failure(shard, command));
    List<Integer> missing = where(failures, Optional::isPresent);
    if (missing.isEmpty()) {
      return;
    }
    String message =
        group.id()
            + ": not done on "
            + missing.size()
            + " shards, "
            + missing.stream().limit(NAMED_MAX).map(stream::shard).toList();
    boolean nothingIsDone =
        failures.stream()
            .allMatch(
                failure ->
                    failure.filter(e -> !(e instanceof RequestException.Unknown)).isPresent());
    if (nothingIsDone || isHarmless) {
      throw new RequestException.Unavailable(message + " (ask again, which is harmless)");
    }
    throw new PartlyDoneException(
        message + " (look at the group before asking again)",
        where(failures, Optional::isEmpty),
        missing);
  }

  /** Whether repeating the command changes nothing on the shards where it was done. */
  private static boolean isHarmless(GroupAction command) {
    return switch (command) {
      case GroupAction.Pause(), GroupAction.Resume() -> true;
      case GroupAction.Seek _, GroupAction.Purge() -> false;
    };
  }

  private static List<Integer> where(
      List<Optional<RequestException>> failures, Predicate<Optional<RequestException>> isMeant) {
    return IntStream.range(0, failures.size())
        .filter(i -> isMeant.test(failures.get(i)))
        .boxed()
        .toList();
  }

  /** The status of some shards, of those whose owners answer. */
  Map<Integer, ShardGroupStatus> status(Predicate<ShardId> isMeant) {
    List<ShardId> shards = stream.shards().stream().filter(isMeant).toList();
    Map<Integer, ShardGroupStatus> all = new TreeMap<>();
    List<Optional<ShardGroupStatus>> each =
        shards.isEmpty() ? List.of() : node.parallel.each(shards, this::status);
    for (int i = 0; i < each.size(); i++) {
      int number = shards.get(i).number();
      each.get(i).ifPresent(status -> all.put(number, status));
    }
    return Collections.unmodifiableMap(all);
  }

  private Optional<RequestException> failure(ShardId shard, Consumer<Shard> command) {
    try {
      return node.calls.call(
          shard,
          Retry.SAFE,
          owned -> {
            command.accept(owned);
            return Optional.empty();
          });
    } catch (RequestException.Refused e) {
      throw e;
    } catch (RequestException e) {
      return Optional.of(e);
    }
  }

  private Optional<ShardGroupStatus> status(ShardId shard) {
    try {
      return Optional.of(
          node.calls.call(shard, Retry.SAFE, LOOK, 0, owned -> owned.group(group.id()).status()));
    } catch (RequestException e) {
      return Optional.empty();
    }
  }
}
