package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
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
}
