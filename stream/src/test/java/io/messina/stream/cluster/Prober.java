package io.messina.stream.cluster;

import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.log.ShardPlacement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A client that appends one event to a certain shard, for as long as it takes. */
record Prober(Client client, int shard, String name, Facts facts) {

  private static final ShardPlacement PLACEMENT = new ShardPlacement(Topic.WORK.shards);

  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** Returns once the event is acknowledged. */
  void run() {
    Event event =
        Event.builder(Payloads.bytes(name))
            .key(Payloads.bytes(key()))
            .idempotencyKey("key of " + name)
            .build();
    facts.ledger.send(name);
    Optional<List<Optional<EventAddress>>> ids = Optional.empty();
    while (ids.isEmpty()) {
      ids = appended(event);
      client.pauseUpTo(PATIENCE);
    }
    facts.ledger.acknowledge(name);
    ids.get().getFirst().ifPresent(id -> facts.ids.put(name, id));
  }

  private Optional<List<Optional<EventAddress>>> appended(Event event) {
    return client.askBriefly(PATIENCE, front -> front.append(List.of(event)))
            instanceof
            Client.Reply.Given<List<Optional<EventAddress>>>(List<Optional<EventAddress>> ids)
        ? Optional.of(ids)
        : Optional.empty();
  }

  private String key() {
    int number = 0;
    while (PLACEMENT.shardOf(Payloads.bytes("p" + number)) != shard) {
      number++;
    }
    return "p" + number;
  }
}
