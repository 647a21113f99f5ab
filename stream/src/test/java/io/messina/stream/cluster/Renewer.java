package io.messina.stream.cluster;

import io.messina.api.ReceiptStatus;
import io.messina.api.SourceBatch;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A client that creates a stream and its group, fills it, deletes one or the other, and creates it
 * anew. Of a former creation nothing may be seen, and of the last one nothing may be missing. It
 * asks what is not harmless to repeat once, and ends where it does not know what became of that.
 */
final class Renewer {

  private static final int CREATIONS = 4;
  private static final int APPENDS = 3;
  private static final int ATTEMPTS = 40;
  private static final int CLAIMS_MAX = 60;

  /** Clocks of owners are no further apart. */
  private static final Duration CLOCKS = Duration.ofSeconds(15);

  /** In calm, all nodes know after so long what is defined. */
  private static final Duration HEARD_WITHIN = Duration.ofSeconds(10);

  private static final Duration PAUSE_MAX = Duration.ofSeconds(2);

  private final Client client;
  private final Simulation simulation;
  private final Facts facts;
  private final Set<String> uncertain = new LinkedHashSet<>();
  private final List<ClaimAddress> former = new ArrayList<>();
  private final Set<String> handed = new LinkedHashSet<>();
  private Map<String, Duration> acknowledged = new LinkedHashMap<>();
  private Set<String> sent = new LinkedHashSet<>();
  private final List<List<Event>> stored = new ArrayList<>();
  private int events;
  private int batches;

  Renewer(Client client, Simulation simulation, Facts facts) {
    this.client = client;
    this.simulation = simulation;
    this.facts = facts;
  }

  /**
   * Does all that, and looks at what stands once all is calm.
   *
   * @param calm whether all is calm
   */
  void run(BooleanSupplier calm) {
    boolean known = create();
    boolean rots =
        client.insist(1, front -> done(front, StreamsNode.StreamsSide::createRotting)).isPresent();
    for (int i = 1; known && i < CREATIONS; i++) {
      append();
      appendBatch();
      handle();
      sendAgain();
      known = (client.node().random().nextBoolean() ? renewGroup() : renewStream());
    }
    while (!calm.getAsBoolean()) {
      client.pause(PAUSE_MAX);
    }
    if (known) {
      look();
      client.pause(StreamsNode.StreamsSide.RETENTION);
      look();
    }
    if (rots) {
      client.pause(HEARD_WITHIN);
      client
          .insist(ATTEMPTS, front -> front.side().unreadable())
          .flatMap(names -> names)
          .filter(names -> !names.contains(Payloads.rotting("side")))
          .ifPresent(names -> facts.complaints.add("not among what cannot be read: " + names));
    }
  }

  private static boolean done(StreamsNode front, Consumer<StreamsNode.StreamsSide> request) {
    request.accept(front.side());
    return true;
  }

  private boolean create() {
    return client
        .insist(
            ATTEMPTS,
            front -> {
              front.side().create();
              return true;
            })
        .isPresent();
  }

  private boolean renewStream() {
    if (!isDone(front -> front.side().delete()) || !create()) {
      return false;
    }
    acknowledged = new LinkedHashMap<>();
    sent = new LinkedHashSet<>();
    handed.clear();
    stored.clear();
    facts.streamsAnew++;
    receiptsAreVoid();
    return true;
  }

  private boolean renewGroup() {
    if (!isDone(front -> front.side().deleteGroup()) || !create()) {
      return false;
    }
    handed.clear();
    facts.groupsAnew++;
    receiptsAreVoid();
    return true;
  }

  private boolean isDone(Function<StreamsNode, Boolean> request) {
    client.pauseUpTo(PAUSE_MAX);
    return client.ask(Duration.ZERO, request) instanceof Client.Reply.Given<Boolean>(Boolean done)
        && done;
  }

  private void append() {
    for (int i = 0; i < APPENDS; i++) {
      String name = newName();
      sent.add(name);
      List<Event> one =
          List.of(Event.builder(Payloads.bytes(name)).key(Payloads.bytes(name)).build());
      switch (client.ask(Duration.ZERO, front -> front.side().append(one))) {
        case Client.Reply.Given<List<Optional<EventAddress>>> _ ->
            acknowledged.put(name, simulation.elapsed());
        case Client.Reply.Refused<List<Optional<EventAddress>>> _,
            Client.Reply.Unknown<List<Optional<EventAddress>>> _ ->
            uncertain.add(name);
      }
    }
  }

  private String newName() {
    String name = "side-" + ++events;
    return client.node().random().nextInt(4) == 0 ? Payloads.rotting(name) : name;
  }

  private void handle() {
    if (client.ask(Duration.ZERO, front -> front.side().claim())
        instanceof Client.Reply.Given<List<ClaimedEvent>>(List<ClaimedEvent> claimed)) {
      claimed.forEach(each -> check(name(each), "handed out"));
      claimed.forEach(each -> handed.add(name(each)));
      claimed.forEach(each -> former.add(each.receipt()));
      claimed.stream()
          .map(ClaimedEvent::receipt)
          .limit(2)
          .forEach(receipt -> client.ask(Duration.ZERO, front -> front.side().ack(receipt)));
    }
  }

  private void receiptsAreVoid() {
    for (ClaimAddress receipt : former) {
      if (client.ask(Duration.ZERO, front -> front.side().ack(receipt))
              instanceof Client.Reply.Given<ReceiptStatus>(ReceiptStatus status)
          && status == ReceiptStatus.OK) {
        facts.complaints.add("a receipt of a former creation was good: " + receipt);
      }
    }
    former.clear();
  }

  private void check(String name, String what) {
    if (!sent.contains(name) && !uncertain.contains(name)) {
      facts.complaints.add(what + " from a former creation: " + name + ", of this one are " + sent);
    }
  }

  private Set<String> read() {
    Set<String> read = new LinkedHashSet<>();
    client
        .insist(ATTEMPTS, front -> front.side().read())
        .ifPresent(all -> all.forEach(each -> read(Payloads.name(each), read)));
    return read;
  }

  private void read(String name, Set<String> read) {
    check(name, "read");
    if (!read.add(name)) {
      facts.complaints.add("a batch that was sent again is there twice: " + name);
    }
  }

  /** Numbered, so that it is there once however often it is sent. */
  private void appendBatch() {
    SourceBatch number = new SourceBatch("renewer", ++batches);
    String name = "side-" + ++events;
    sent.add(name);
    List<Event> batch = List.of(Event.builder(Payloads.bytes(name)).sourceBatch(number).build());
    if (client.ask(Duration.ZERO, front -> front.side().append(batch))
        instanceof Client.Reply.Given<List<Optional<EventAddress>>>) {
      stored.add(batch);
    } else {
      uncertain.add(name);
    }
  }

  /**
   * Owners know them also where nothing else tells of them, and their events have expired. One that
   * nobody answered may still be under way when the stream is created anew.
   */
  private void sendAgain() {
    for (List<Event> batch : stored) {
      if (!(client.ask(Duration.ZERO, front -> front.side().append(batch))
          instanceof Client.Reply.Given<List<Optional<EventAddress>>>)) {
        batch.forEach(each -> uncertain.add(Payloads.name(each)));
      }
    }
  }

  /** All that was acknowledged within the retention is there, and its group gets it. */
  private void look() {
    sendAgain();
    append();
    acknowledged.keySet().removeIf(Payloads::rots);
    Set<String> missing = new LinkedHashSet<>(acknowledged.keySet());
    missing.removeAll(read());
    facts.expired += missing.size();
    Duration kept = simulation.elapsed().minus(StreamsNode.StreamsSide.RETENTION).plus(CLOCKS);
    missing.removeIf(name -> acknowledged.getOrDefault(name, kept).compareTo(kept) <= 0);
    if (!missing.isEmpty()) {
      facts.complaints.add("acknowledged and not in the stream that stands: " + missing);
    }
    acknowledged.values().removeIf(at -> at.compareTo(kept) <= 0);
    claimAll();
  }

  /** A group that is new gets all of them. */
  private void claimAll() {
    for (int i = 0; i < CLAIMS_MAX && !handed.containsAll(acknowledged.keySet()); i++) {
      handle();
      client.pause(Duration.ofSeconds(1));
    }
    Set<String> missing = new LinkedHashSet<>(acknowledged.keySet());
    missing.removeAll(handed);
    if (!missing.isEmpty()) {
      facts.complaints.add("never handed out by the group that stands: " + missing);
    }
  }

  private static String name(ClaimedEvent claimed) {
    return Payloads.name(claimed.stored().event());
  }
}
