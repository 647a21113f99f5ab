package io.messina.stream.node;

import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.PeerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      Map<OwnerAddress, List<ShardId>> owners = new LinkedHashMap<>();
      List<Optional<OwnerAddress>> routes = parallel.each(rest, router::find);
      for (int i = 0; i < routes.size(); i++) {
        ShardId shard = rest.get(i);
        routes
            .get(i)
            .ifPresentOrElse(
                owner -> owners.computeIfAbsent(owner, _ -> new ArrayList<>()).add(shard),
                () -> unanswered.add(shard));
      }
      rest = new ArrayList<>();
      if (!owners.isEmpty()) {
        for (Asked<A> asked :
            parallel.each(
                List.copyOf(owners.entrySet()),
                owner -> ask(owner.getKey(), owner.getValue(), question))) {
          asked.answer().ifPresent(answers::add);
          rest.addAll(asked.again());
          unanswered.addAll(asked.unanswered());
        }
      }
    }
    unanswered.addAll(rest);
    return new OwnerQuestion.Answers<>(answers, unanswered);
  }

  private <A> Asked<A> ask(OwnerAddress owner, List<ShardId> shards, OwnerQuestion<A> question) {
    try {
      OwnerQuestion.Answer<A> answer = question.ask(router.service(owner), owner.isOwn(), shards);
      answer.notOwned().forEach(shard -> router.forget(shard, owner));
      return new Asked<>(Optional.of(answer.answer()), answer.notOwned(), List.of());
    } catch (NotOwnerException | PeerException e) {
      shards.forEach(shard -> router.forget(shard, owner));
      boolean isSlow = e instanceof PeerException peer && peer.mayHaveHappened();
      return isSlow
          ? new Asked<>(Optional.empty(), List.of(), shards)
          : new Asked<>(Optional.empty(), shards, List.of());
    } catch (RequestException e) {
      return new Asked<>(Optional.empty(), List.of(), shards);
    }
  }
}
