package io.messina.stream.cluster;

import io.messina.api.SourceBatch;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.EventBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A client that appends: with and without idempotency keys, in numbered batches, and for later. */
final class Appender {

  private static final int KEYS = 4;
  private static final int ATTEMPTS = 12;
  private static final int CHAIN = 3;
  private static final int BURST = 5;
  private static final Duration LATER_MAX = Duration.ofSeconds(15);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(3);

  private final Client client;
  private final String name;
  private final Facts facts;
  private int events;
  private int batches;

  Appender(Client client, String name, Facts facts) {
    this.client = client;
    this.name = name;
    this.facts = facts;
  }

  /** Appends a number of times. */
  void run(int times) {
    for (int i = 0; i < times; i++) {
      switch (random(11)) {
        case 0, 1 -> appendOnce();
        case 2, 3, 4 -> appendWithKey(newName());
        case 5, 6 -> appendBatch();
        case 7 -> schedule();
        case 8 -> appendChain();
        case 9 -> appendBurst();
        default -> appendWithKey(poison());
      }
      client.pauseUpTo(PAUSE_MAX);
    }
  }

  /** Events that may not be sent again, since nobody would know them. */
  private void appendOnce() {
    List<Event> batch = new ArrayList<>();
    for (int i = random(3); i >= 0; i--) {
      batch.add(event(newName()).build());
    }
    send(batch, 1);
  }

  private void appendWithKey(String event) {
    List<Event> batch = List.of(event(event).idempotencyKey("key of " + event).build());
    if (send(batch, ATTEMPTS) && random(3) == 0) {
      client.pauseUpTo(PAUSE_MAX);
      send(batch, ATTEMPTS);
    }
  }

  /** Events of one key at the same time, which need not have any order. */
  private void appendBurst() {
    String key = key();
    CountDownLatch left = new CountDownLatch(BURST);
    for (int i = 0; i < BURST; i++) {
      String event = newName();
      Event one =
          Event.builder(Payloads.bytes(event))
              .key(Payloads.bytes(key))
              .idempotencyKey("key of " + event)
              .build();
      client
          .node()
          .spawn(
              "burst",
              () -> {
                send(List.of(one), ATTEMPTS);
                left.countDown();
              });
    }
    try {
      left.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void appendBatch() {
    SourceBatch number = new SourceBatch(name, ++batches);
    List<Event> batch = new ArrayList<>();
    for (int i = random(3); i >= 0; i--) {
      batch.add(event(newName()).sourceBatch(number).build());
    }
    send(batch, ATTEMPTS);
    if (random(3) == 0) {
      send(batch, ATTEMPTS);
    }
  }

  private void schedule() {
    String event = newName();
    Instant due =
        client
            .node()
            .clock()
            .instant()
            .truncatedTo(ChronoUnit.MILLIS)
            .plusMillis(random((int) LATER_MAX.toMillis()));
    boolean keyed = random(2) == 0;
    EventBuilder delayed = event(event);
    if (keyed) {
      delayed.idempotencyKey("key of " + event);
    }
    facts.ledger.send(event);
    facts.due.put(event, due);
    Optional<DelayedAddress> id =
        client.insist(keyed ? ATTEMPTS : 1, front -> front.work().schedule(delayed.build(), due));
    if (id.isPresent()) {
      facts.ledger.acknowledge(event);
      if (random(3) == 0) {
        cancel(event, id.get());
      }
    }
  }

  private void cancel(String event, DelayedAddress id) {
    client.pauseUpTo(LATER_MAX);
    facts.ledger.forget(event);
    switch (client.ask(Duration.ZERO, front -> front.work().cancel(id))) {
      case Client.Reply.Given<Boolean>(Boolean inTime) when inTime -> facts.cancelled.add(event);
      case Client.Reply.Given<Boolean> _, Client.Reply.Refused<Boolean> _ ->
          facts.ledger.acknowledge(event);
      case Client.Reply.Unknown<Boolean> _ -> {}
    }
  }

  /** Events of one key, each through any node once the one before is acknowledged. */
  private void appendChain() {
    String key = key();
    List<String> chain = new ArrayList<>();
    for (int i = 0; i < CHAIN; i++) {
      String event = newName();
      EventBuilder next =
          Event.builder(Payloads.bytes(event))
              .key(Payloads.bytes(key))
              .idempotencyKey("key of " + event);
      if (!send(List.of(next.build()), ATTEMPTS)) {
        break;
      }
      chain.add(event);
    }
    facts.chains.add(chain);
  }

  /** Sends until it is acknowledged; false where it was not. */
  private boolean send(List<Event> batch, int attempts) {
    batch.forEach(event -> facts.ledger.send(Payloads.name(event)));
    Optional<List<Optional<EventAddress>>> ids =
        client.insist(attempts, front -> front.append(batch));
    ids.ifPresent(all -> acknowledge(batch, all));
    return ids.isPresent();
  }

  private void acknowledge(List<Event> batch, List<Optional<EventAddress>> ids) {
    for (int i = 0; i < batch.size(); i++) {
      String event = Payloads.name(batch.get(i));
      facts.ledger.acknowledge(event);
      ids.get(i).ifPresentOrElse(id -> note(event, id), () -> facts.duplicatesByNumber++);
    }
  }

  private void note(String event, EventAddress id) {
    EventAddress before = facts.ids.put(event, id);
    if (before == null) {
      return;
    }
    facts.duplicatesByKey++;
    if (!before.equals(id)) {
      facts.complaints.add("one key, two ids: " + event + " " + before + " and " + id);
    }
  }

  private EventBuilder event(String event) {
    EventBuilder builder = Event.builder(Payloads.bytes(event));
    return random(4) == 0 ? builder : builder.key(Payloads.bytes(key()));
  }

  private String poison() {
    return client.node().random().nextBoolean()
        ? Payloads.failing(newName())
        : Payloads.killing(newName());
  }

  private String newName() {
    return name + "-" + ++events;
  }

  private String key() {
    return "k" + random(KEYS);
  }

  private int random(int bound) {
    return client.node().random().nextInt(bound);
  }
}
