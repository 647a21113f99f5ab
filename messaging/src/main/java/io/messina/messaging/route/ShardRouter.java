package io.messina.messaging.route;

import io.messina.api.ScheduleId;
import io.messina.api.StreamName;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.MessagingSite;
import io.messina.messaging.route.ChoiceTable.Chosen;
import io.messina.messaging.route.ChoiceTable.Timed;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.PagedTask;
import io.messina.stream.node.AppendResult;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Routes the messages of one shard of a channel, during one ownership, page by page:
 *
 * <ol>
 *   <li>It chooses, and writes what it has chosen, with a timestamp of its ownership.
 *   <li>It commits, under the fence, up to where choices count. The position stays.
 *   <li>It appends the messages to the streams of their connectors, each under its id and hop, and
 *       tells what happened.
 *   <li>The position moves on with the next commit.
 * </ol>
 *
 * Whoever owns the shard next finds the choices that count and appends the very same messages
 * again, of which the streams take only what they lack. What a former owner has chosen without the
 * commit counts for nothing: it cannot append any of it, as its commit is refused.
 */
final class ShardRouter implements PagedTask.Pages, MessagingSite {

  private static final ParallelCalls SCHEDULING =
      new ParallelCalls(Thread.ofVirtual().name("messina-departure-", 0).factory(), 64);

  private final Shared shared;
  private final FormerChoices former;
  private final ShardId shard;
  private final OwnGroup group;
  private Commit done;
  private long countingEnd;
  private final Map<Long, Timed> counting = new HashMap<>();

  /**
   * What the routers of a process share.
   *
   * @param context of the process
   * @param streams of messages
   * @param chooser chooses
   * @param guard counts what is wrong with messages
   */
  record Shared(Context context, MessageStreams streams, Chooser chooser, EventGuard guard) {}

  /** A message, as it stands in the stream. */
  private record Arrived(StoredEvent stored, Message message) {

    static Stream<Arrived> of(StoredEvent stored, EventGuard guard) {
      return guard
          .read(stored, () -> Message.of(stored))
          .flatMap(found -> found)
          .map(message -> new Arrived(stored, message))
          .stream();
    }
  }

  ShardRouter(Shared shared, ShardId shard, OwnGroup group, Commit from) {
    this.shared = shared;
    this.former = new FormerChoices(shared.context, shared.streams);
    this.shard = shard;
    this.group = group;
    this.done = from;
    this.countingEnd = from.note().isEmpty() ? 0 : Long.parseLong(from.note());
    if (countingEnd > from.position().packed()) {
      counting.putAll(
          ChoiceTable.read(shared.context.store(), shard, from.position().packed(), countingEnd));
    }
  }

  @Override
  public Context context() {
    return shared.context;
  }

  @Override
  public String handle(EventPage page) {
    List<Arrived> arrived =
        page.events().stream().flatMap(stored -> Arrived.of(stored, shared.guard)).toList();
    choose(page, arrived);
    Departures departures = new Departures(former(arrived));
    arrived.forEach(each -> departures.add(each, chosen(each)));
    if (!group.mayAcknowledge()) {
      throw new RequestException.Unavailable(shard + ": may be owned elsewhere");
    }
    shared.streams.tell(departures.append());
    page.events().forEach(stored -> counting.remove(position(stored)));
    String note = Long.toString(countingEnd);
    done = new Commit(page.next(), page.run(), note);
    return note;
  }

  /** Makes choices count for all messages of a page. */
  private void choose(EventPage page, List<Arrived> arrived) {
    Instant now = now();
    List<Arrived> fresh =
        arrived.stream().filter(each -> position(each.stored) >= countingEnd).toList();
    if (fresh.isEmpty()) {
      return;
    }
    Map<Long, Choice> choices = choices(fresh, now);
    long last = position(page.events().getLast());
    ChoiceTable.write(store(), shard, last, new Chosen(now, choices), group.nextTimestampMicros());
    String note = Long.toString(last + 1);
    group.commit(new Commit(done.position(), page.run(), note));
    if (!group.committed().note().equals(note)) {
      throw new RequestException.Unavailable(shard + ": what was chosen does not count");
    }
    choices.forEach((position, choice) -> counting.put(position, new Timed(choice, now)));
    countingEnd = last + 1;
  }

  private Map<Long, Choice> choices(List<Arrived> fresh, Instant now) {
    Map<Long, Choice> choices = new LinkedHashMap<>();
    List<Arrived> living = new ArrayList<>();
    for (Arrived each : fresh) {
      if (each.message.isExpired(now)) {
        choices.put(
            position(each.stored),
            Choice.none(MessageEventKind.EXPIRED, "its time was over before it was routed"));
      } else {
        living.add(each);
      }
    }
    if (!living.isEmpty()) {
      List<Choice> chosen = chosen(living, now);
      for (int i = 0; i < living.size(); i++) {
        choices.put(position(living.get(i).stored), chosen.get(i));
      }
    }
    return choices;
  }

  /** A message for which nothing can be chosen fails alone. */
  private List<Choice> chosen(List<Arrived> living, Instant now) {
    try {
      return shared.chooser.choose(living.stream().map(Arrived::message).toList(), now);
    } catch (Throwable failure) {
      if (!EventGuard.isOfEvent(failure)) {
        throw failure;
      }
      return living.stream().map(each -> chosenAlone(each, now)).toList();
    }
  }

  private Choice chosenAlone(Arrived each, Instant now) {
    return shared
        .guard
        .read(each.stored, () -> shared.chooser.choose(List.of(each.message), now).getFirst())
        .orElseGet(() -> Choice.none(MessageEventKind.FAILED, "no connector can be chosen for it"));
  }

  /** Events whose choice has expired are too old to be sent. */
  private Timed chosen(Arrived each) {
    Timed found = counting.get(position(each.stored));
    return found != null
        ? found
        : new Timed(
            Choice.none(MessageEventKind.UNCERTAIN, each.message.id() + ": its choice is not kept"),
            each.stored.appendTime());
  }

  /** Of the messages whose choices are too old to be gone by again, whether they have left. */
  private Map<Long, Boolean> former(List<Arrived> arrived) {
    Map<Long, Message> old = new LinkedHashMap<>();
    for (Arrived each : arrived) {
      if (former.isForgotten(chosen(each))) {
        old.put(position(each.stored), each.message);
      }
    }
    return former.left(old);
  }

  private static long position(StoredEvent stored) {
    return stored.id().position().packed();
  }

  /** What leaves for connectors, and what happens by that. */
  private final class Departures {

    private final Map<Long, Boolean> left;
    private final Map<String, List<Leaving>> atOnce = new LinkedHashMap<>();
    private final List<Leaving> later = new ArrayList<>();
    private final List<MessageEvent> happened = new ArrayList<>();

    /** Of some messages, by their positions, it is asked whether they have left before. */
    Departures(Map<Long, Boolean> left) {
      this.left = left;
    }

    /**
     * A message on its way to a connector.
     *
     * @param departure when it leaves; empty for at once
     */
    private record Leaving(MessageEvent routed, Event event, Optional<Instant> departure) {

      StreamName to() {
        return MessageStreams.to(routed.details().connector().orElseThrow());
      }

      /** It has not left: its stream does not take it, and never will. */
      MessageEvent refused(RequestException.Refused why) {
        return routed
            .then(MessageEventKind.FAILED, routed.at())
            .because(
                Optional.empty(), Optional.of("the stream of its connector: " + why.getMessage()));
      }
    }

    void add(Arrived arrived, Timed chosen) {
      Choice choice = chosen.choice();
      Message message = arrived.message;
      if (choice.connector().isEmpty()) {
        happened.add(
            message
                .happened(choice.kind(), chosen.at())
                .because(Optional.empty(), choice.reason()));
      } else if (!shared.guard.handle(arrived.stored, () -> leave(arrived, chosen))) {
        happened.add(
            message
                .happened(MessageEventKind.FAILED, chosen.at())
                .because(Optional.empty(), Optional.of("it cannot be given to its connector")));
      }
    }

    private void leave(Arrived arrived, Timed chosen) {
      Choice choice = chosen.choice();
      String connector = choice.connector().orElseThrow();
      Message leaving = arrived.message.chosen(choice.generation().orElseThrow());
      MessageEvent routed = leaving.happened(choice.kind(), chosen.at()).through(connector);
      Leaving each = new Leaving(routed, leaving.event(), choice.departure());
      long position = position(arrived.stored);
      if (left.containsKey(position)) {
        forgotten(each, Boolean.TRUE.equals(left.get(position)));
      } else if (each.departure.isPresent()) {
        later.add(each);
      } else {
        atOnce.computeIfAbsent(connector, _ -> new ArrayList<>()).add(each);
      }
    }

    private void forgotten(Leaving each, boolean hasLeft) {
      if (!hasLeft) {
        happened.add(
            each.routed
                .then(MessageEventKind.UNCERTAIN, now())
                .because(
                    Optional.empty(),
                    Optional.of(
                        "whether it was given to its connector at %s is not known any more"
                            .formatted(each.routed.at()))));
      }
    }

    /** Appends to the streams of connectors. Returns what happened, once all are durable. */
    List<MessageEvent> append() {
      Map<List<Leaving>, CompletableFuture<AppendResult>> appended = new LinkedHashMap<>();
      atOnce.values().forEach(some -> appended.put(some, begin(some)));
      if (!later.isEmpty()) {
        happened.addAll(SCHEDULING.each(later, this::schedule));
      }
      appended.forEach((some, under) -> happened.addAll(appended(some, under)));
      return happened;
    }

    private CompletableFuture<AppendResult> begin(List<Leaving> some) {
      return shared.streams.stream(some.getFirst().to())
          .appendLater(some.stream().map(Leaving::event).toList());
    }

    /** What a stream refuses for certain is the end of that message, and not of the others. */
    private List<MessageEvent> appended(
        List<Leaving> some, CompletableFuture<AppendResult> appended) {
      try {
        var _ = MessageStreams.join(appended);
        return some.stream().map(Leaving::routed).toList();
      } catch (RequestException.Refused e) {
        return some.size() == 1
            ? List.of(some.getFirst().refused(e))
            : some.stream()
                .map(List::of)
                .flatMap(one -> appended(one, begin(one)).stream())
                .toList();
      }
    }

    private MessageEvent schedule(Leaving each) {
      Instant departure = each.departure.orElseThrow();
      try {
        DelayedAddress waits = shared.streams.stream(each.to()).schedule(each.event, departure);
        return each.routed.waiting(departure, new ScheduleId(waits.toString()));
      } catch (RequestException.Refused e) {
        return each.refused(e);
      }
    }
  }
}
