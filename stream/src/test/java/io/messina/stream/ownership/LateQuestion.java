package io.messina.stream.ownership;

import io.messina.store.HybridClock;
import io.messina.store.Incarnation;
import io.messina.stream.SimulatedSites;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A member is buried while it reads whether it is, and asks behind that whether it may acknowledge.
 */
final class LateQuestion {

  private final List<String> wrong = new ArrayList<>();
  private final SimulatedStore stores;
  private final SimulatedNode node;
  private final BeatingMembership member;
  private boolean buried;

  private LateQuestion(Simulation simulation) {
    this.stores = new SimulatedStore(simulation);
    this.node = simulation.node("a");
    stores.direct().create(MemberTable.MEMBERS);
    stores.direct().create(GraveTable.GRAVES);
    FaultyStore store =
        new FaultyStore(stores.at(node))
            .around(
                (call, asked) -> {
                  Object found = asked.get();
                  if (call.reads(GraveTable.GRAVES) && !buried) {
                    buryAndAsk();
                  }
                  return found;
                });
    this.member =
        new BeatingMembership(
            new OwnershipSite(
                SimulatedSites.context(store, node, "ownership"),
                new HybridClock(node.clock(), 0),
                "c",
                "a",
                OwnershipOptions.DEFAULT,
                List::of,
                new NoShards(),
                MemberNews.NONE,
                () -> {}),
            Set.of());
  }

  static List<String> run(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      LateQuestion history = new LateQuestion(simulation);
      history.node.spawn("start", history.member::start);
      simulation.runFor(Duration.ofSeconds(5));
      return history.buried ? history.wrong : List.of("never read");
    }
  }

  private void buryAndAsk() {
    buried = true;
    Incarnation me = member.incarnation();
    stores.direct().write(GraveTable.burial(me, me, 1));
    node.spawn(
        "ask",
        () ->
            member.confirm(
                may -> {
                  if (may) {
                    wrong.add("acknowledged behind its grave");
                  }
                }));
    node.pause(Duration.ofMillis(node.random().nextLong(1, 1_000)));
  }

  private static final class NoShards implements ShardListener {
    @Override
    public void taken(OwnedShard shard) {}

    @Override
    public void release(OwnedShard shard) {}

    @Override
    public void lost(OwnedShard shard) {}
  }
}
