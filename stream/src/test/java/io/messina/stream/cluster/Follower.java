package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A client that follows one shard, and commits what it has read, most of the time. */
final class Follower {

  private static final int READ_MAX = 5;
  private static final Duration WAIT = Duration.ofSeconds(2);

  private final Client client;
  private final Simulation simulation;
  private final int shard;
  private final Facts facts;
  private Optional<Stretch.Committed> committed = Optional.empty();

  Follower(Client client, Simulation simulation, int shard, Facts facts) {
    this.client = client;
    this.simulation = simulation;
    this.shard = shard;
    this.facts = facts;
  }

  /** Follows for as long as its process lives. */
  void run() {
    while (true) {
      Duration asked = simulation.elapsed();
      if (client.ask(WAIT, front -> front.group(Crowd.FOLLOWING).read(shard, READ_MAX, WAIT))
          instanceof Client.Reply.Given<EventPage>(EventPage read)) {
        if (!read.events().isEmpty()) {
          facts.stretches.add(
              new Stretch(shard, asked, simulation.elapsed(), committed, read.events()));
        }
        commit(asked, read.done());
      }
      client.pauseUpTo(Duration.ofMillis(500));
    }
  }

  private void commit(Duration asked, Commit next) {
    if (client.node().random().nextInt(8) == 0) {
      return;
    }
    if (client.ask(Duration.ZERO, front -> commit(front, next))
        instanceof Client.Reply.Given<Position>(Position done)) {
      committed = Optional.of(new Stretch.Committed(done, asked));
    }
  }

  private Position commit(StreamsNode front, Commit next) {
    front.group(Crowd.FOLLOWING).commit(shard, next);
    return next.position();
  }

  /**
   * What a follower read at a time.
   *
   * @param shard of which shard
   * @param asked when it asked, in true time
   * @param answered when it got the answer
   * @param committed what was last confirmed to it as committed before it asked
   * @param events what it got: one or more
   */
  record Stretch(
      int shard,
      Duration asked,
      Duration answered,
      Optional<Committed> committed,
      List<StoredEvent> events) {

    /**
     * A commit that was confirmed.
     *
     * @param to up to where
     * @param asked when somebody asked for what it is about
     */
    record Committed(Position to, Duration asked) {}
  }
}
