package io.messina.stream.node;

import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Asks the owners of shards, all at the same time. Safe for use by many threads. */
record OwnerQuestions(Router router, ParallelCalls parallel) {

  /** One, and another one of those that were asked for shards that they do not own. */
  private static final int ROUNDS = 2;

  /**
   * What came of asking one owner.
   *
   * @param again shards that another owner may answer for
   * @param unanswered shards that nobody answers for now
   */
  private record Asked<A>(
      Optional<A> answer, Collection<ShardId> again, Collection<ShardId> unanswered) {}

  <A> OwnerQuestion.Answers<A> ask(List<ShardId> shards, OwnerQuestion<A> question) {
    List<A> answers = new ArrayList<>();
    Set<ShardId> unanswered = new HashSet<>();
    List<ShardId> rest = shards;
    for (int round = 0; round < ROUNDS && !rest.isEmpty(); round++) {
      Map<String, Map<ShardId, OwnerAddress>> owners = new LinkedHashMap<>();
      List<Optional<OwnerAddress>> found = parallel.each(rest, router::find);
      for (int i = 0; i < found.size(); i++) {
        ShardId shard = rest.get(i);
        found
            .get(i)
            .ifPresentOrElse(
                owner ->
                    owners
                        .computeIfAbsent(owner.address(), _ -> new LinkedHashMap<>())
                        .put(shard, owner),
                () -> unanswered.add(shard));
      }
      rest = new ArrayList<>();
      if (!owners.isEmpty()) {
        for (Asked<A> asked :
            parallel.each(List.copyOf(owners.values()), owned -> askOne(owned, question))) {
          asked.answer().ifPresent(answers::add);
          rest.addAll(asked.again());
          unanswered.addAll(asked.unanswered());
        }
      }
    }
    unanswered.addAll(rest);
    return new OwnerQuestion.Answers<>(answers, unanswered);
  }

  /** Asks the one owner of some shards. */
  private <A> Asked<A> askOne(Map<ShardId, OwnerAddress> owned, OwnerQuestion<A> question) {
    OwnerAddress owner = owned.values().iterator().next();
    List<ShardId> shards = List.copyOf(owned.keySet());
    try {
      OwnerQuestion.Answer<A> answer =
          question.ask(router.service(owner), router.isHere(owner), shards);
      answer.notOwned().forEach(shard -> failed(shard, owned, new NotOwnerException(shard)));
      return new Asked<>(Optional.of(answer.answer()), answer.notOwned(), List.of());
    } catch (NotOwnerException | PeerException e) {
      shards.forEach(shard -> failed(shard, owned, e));
      boolean isSlow = e instanceof PeerException peer && peer.mayHaveHappened();
      return isSlow
          ? new Asked<>(Optional.empty(), List.of(), shards)
          : new Asked<>(Optional.empty(), shards, List.of());
    } catch (RequestException e) {
      return new Asked<>(Optional.empty(), List.of(), shards);
    }
  }

  private void failed(ShardId shard, Map<ShardId, OwnerAddress> owned, RuntimeException failure) {
    router.failed(shard, Objects.requireNonNull(owned.get(shard)), failure);
  }
}
