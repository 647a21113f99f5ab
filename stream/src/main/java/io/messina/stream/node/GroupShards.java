package io.messina.stream.node;

import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.peer.GroupCommand;
import io.messina.stream.peer.GroupStatus;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A group on all shards of its stream.
 *
 * @param node the node
 * @param stream the stream
 * @param group the group
 */
record GroupShards(Node node, StreamDefinition stream, GroupDefinition group) {

  /** For a look at how things are; enough to find out that an owner is another one now. */
  private static final Duration LOOK = Duration.ofMillis(500);

  private static final int NAMED_MAX = 20;

  /** Does something on all shards, or says on which ones it is not known to be done. */
  void command(GroupCommand command) {
    List<Optional<StreamException>> failures =
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
                    failure.filter(e -> !(e instanceof StreamException.Unknown)).isPresent());
    if (nothingIsDone || isHarmless(command)) {
      throw new StreamException.Unavailable(message + " (ask again, which is harmless)");
    }
    throw new PartlyDoneException(
        message + " (look at the group before asking again)",
        where(failures, Optional::isEmpty),
        missing);
  }

  /** Whether doing it again changes nothing on the shards where it is done. */
  private static boolean isHarmless(GroupCommand command) {
    return switch (command) {
      case GroupCommand.Begin(), GroupCommand.Pause(), GroupCommand.Resume() -> true;
      case GroupCommand.Seek _, GroupCommand.Purge() -> false;
    };
  }

  private static List<Integer> where(
      List<Optional<StreamException>> failures, Predicate<Optional<StreamException>> isMeant) {
    return IntStream.range(0, failures.size())
        .filter(i -> isMeant.test(failures.get(i)))
        .boxed()
        .toList();
  }

  /** What is known of some shards where owners answer. */
  Map<Integer, GroupStatus> status(Predicate<ShardId> isMeant) {
    List<ShardId> shards = stream.shards().stream().filter(isMeant).toList();
    Map<Integer, GroupStatus> all = new TreeMap<>();
    List<Optional<GroupStatus>> each =
        shards.isEmpty() ? List.of() : node.parallel.each(shards, this::status);
    for (int i = 0; i < each.size(); i++) {
      int number = shards.get(i).number();
      each.get(i).ifPresent(status -> all.put(number, status));
    }
    return Collections.unmodifiableMap(all);
  }

  private Optional<StreamException> failure(ShardId shard, GroupCommand command) {
    try {
      return node.calls.call(
          shard,
          Retry.SAFE,
          service -> {
            service.command(shard, group.id(), command);
            return Optional.empty();
          });
    } catch (StreamException.Refused e) {
      throw e;
    } catch (StreamException e) {
      return Optional.of(e);
    }
  }

  private Optional<GroupStatus> status(ShardId shard) {
    try {
      return Optional.of(
          node.calls.call(
              shard, Retry.SAFE, LOOK, 0, service -> service.status(shard, group.id())));
    } catch (StreamException e) {
      return Optional.empty();
    }
  }
}
