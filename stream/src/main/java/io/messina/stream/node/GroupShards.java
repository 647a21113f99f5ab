package io.messina.stream.node;

import io.messina.api.Position;
import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardGroup;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A group on all shards of its stream. */
record GroupShards(StreamNode node, CatalogStream stream, CatalogGroup group) {

  /** How long a status waits for an owner: long enough to find out that the owner has changed. */
  private static final Duration LOOK = Duration.ofMillis(500);

  private static final int NAMED_MAX = 20;

  /** Begins a group that was just created on all shards. */
  void begin() {
    all(true, true, shard -> shard.begin(group.id()));
  }

  /** Runs a command on all shards, or tells on which ones it may not have been done. */
  void command(GroupAction command) {
    all(false, isHarmless(command), shard -> shard.group(group.id()).command(command));
  }

  /**
   * Does it on all shards.
   *
   * @param isDefined whether something was done before, whatever comes of this
   * @param isHarmless whether a repeat changes nothing
   */
  private void all(boolean isDefined, boolean isHarmless, Consumer<Shard> command) {
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
    if (nothingIsDone && !isDefined) {
      throw new RequestException.Unavailable(message + " (ask again, which is harmless)");
    }
    if (isHarmless) {
      throw new RequestException.Unknown(message + " (ask again, which is harmless)");
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
    return look(isMeant, ShardGroup::status);
  }

  /** What a group tells of some shards, of those whose owners answer soon. */
  private <T> Map<Integer, T> look(Predicate<ShardId> isMeant, Function<ShardGroup, T> question) {
    List<ShardId> shards = stream.shards().stream().filter(isMeant).toList();
    Map<Integer, T> all = new TreeMap<>();
    List<Optional<T>> each =
        shards.isEmpty()
            ? List.of()
            : node.parallel.each(
                shards, shard -> ask(shard, owned -> question.apply(owned.group(group.id()))));
    for (int i = 0; i < each.size(); i++) {
      int number = shards.get(i).number();
      each.get(i).ifPresent(answer -> all.put(number, answer));
    }
    return Collections.unmodifiableMap(all);
  }

  /** Unfinished events, without those that have expired or cannot be read now. */
  UnfinishedOfGroup unfinished(Unfinished.Query query) {
    record Placed(ShardId shard, Unfinished event) {}
    Map<Integer, List<Unfinished>> found = look(_ -> true, shard -> shard.unfinished(query));
    List<Placed> first =
        found.entrySet().stream()
            .flatMap(
                shard ->
                    shard.getValue().stream()
                        .map(event -> new Placed(stream.shard(shard.getKey()), event)))
            .sorted(Comparator.comparing(Placed::event, Unfinished.ORDER))
            .limit(query.max())
            .toList();
    List<UnfinishedOfGroup.Each> events =
        first.isEmpty()
            ? List.of()
            : node
                .parallel
                .each(
                    first,
                    placed ->
                        event(placed.shard(), placed.event().position())
                            .map(
                                stored ->
                                    new UnfinishedOfGroup.Each(stored, placed.event().state())))
                .stream()
                .flatMap(Optional::stream)
                .toList();
    List<Integer> missing =
        stream.shards().stream()
            .map(ShardId::number)
            .filter(number -> !found.containsKey(number))
            .toList();
    return new UnfinishedOfGroup(events, missing);
  }

  private Optional<StoredEvent> event(ShardId shard, long position) {
    return ask(shard, owned -> owned.event(Position.unpack(position))).flatMap(Function.identity());
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

  private <T> Optional<T> ask(ShardId shard, Function<Shard, T> question) {
    try {
      return Optional.of(node.calls.call(shard, Retry.READ, LOOK, 0, question));
    } catch (RequestException e) {
      return Optional.empty();
    }
  }
}
