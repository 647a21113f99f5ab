package io.messina.messaging.route;

import io.messina.api.ScheduleId;
import io.messina.api.StreamName;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
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
 *   <li>It writes its choices for the page, with a timestamp of its ownership.
 *   <li>It commits, under the fence, the position up to which choices are valid. The position of
 *       the group stays.
 *   <li>It appends the messages to the streams of their connectors, each under its id and hop, and
 *       publishes to the history.
 *   <li>The position of the group moves with the next commit.
 * </ol>
 *
 * The next owner of the shard finds the valid choices and appends the same messages again; the
 * streams store only the missing ones. Choices of a former owner without a commit are invalid: it
 * has appended none of these messages, as its commit was refused.
 */
final class ShardRouter implements PagedTask.Pages {

  private static final ParallelCalls SCHEDULING =
      new ParallelCalls(Thread.ofVirtual().name("messina-departure-", 0).factory(), 64);

  private final Shared shared;
  private final OldChoices former;
  private final ShardId shard;
  private final OwnGroup group;
  private Commit done;
  private long countingEnd;
  private final Map<Long, Timed> counting = new HashMap<>();

  /**
   * The services that the routers of a process share.
   *
   * @param guard counts events with a fault
   */
  record Shared(Context context, MessageStreams streams, Chooser chooser, EventGuard guard) {}

  /** A message, with its event in the stream. */
  private record Routable(StoredEvent stored, Message message) {

    static Stream<Routable> of(StoredEvent stored, EventGuard guard) {
      return guard
          .read(stored, () -> Message.of(stored))
          .flatMap(found -> found)
          .map(message -> new Routable(stored, message))
          .stream();
    }
  }

  ShardRouter(Shared shared, ShardId shard, OwnGroup group, Commit from) {
    this.shared = shared;
    this.former = new OldChoices(shared.context, shared.streams);
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
  public String handle(EventPage page) {
    List<Routable> messages =
        page.events().stream().flatMap(stored -> Routable.of(stored, shared.guard)).toList();
    choose(page, messages);
    ConnectorAppends appends = new ConnectorAppends(former(messages));
    messages.forEach(each -> appends.add(each, chosen(each)));
    if (!group.mayAcknowledge()) {
      throw new RequestException.Unavailable(shard + ": may be owned elsewhere");
    }
    shared.streams.publish(appends.append());
    page.events().forEach(stored -> counting.remove(position(stored)));
    String note = Long.toString(countingEnd);
    done = new Commit(page.next(), page.run(), note);
    return note;
  }

  /** Makes choices count for all messages of a page. */
  private void choose(EventPage page, List<Routable> messages) {
    Instant now = shared.context.now();
    List<Routable> fresh =
        messages.stream().filter(each -> position(each.stored) >= countingEnd).toList();
    if (fresh.isEmpty()) {
      return;
    }
    Map<Long, Choice> choices = choices(fresh, now);
    long last = position(page.events().getLast());
    ChoiceTable.write(
        shared.context.store(), shard, last, new Chosen(now, choices), group.nextTimestampMicros());
    String note = Long.toString(last + 1);
    group.commit(new Commit(done.position(), page.run(), note));
    if (!group.committed().note().equals(note)) {
      throw new RequestException.Unavailable(shard + ": what was chosen does not count");
    }
    choices.forEach((position, choice) -> counting.put(position, new Timed(choice, now)));
    countingEnd = last + 1;
  }

  private Map<Long, Choice> choices(List<Routable> fresh, Instant now) {
    Map<Long, Choice> choices = new LinkedHashMap<>();
    List<Routable> living = new ArrayList<>();
    for (Routable each : fresh) {
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
  private List<Choice> chosen(List<Routable> living, Instant now) {
    return EventGuard.together(
        () -> shared.chooser.choose(living.stream().map(Routable::message).toList(), now),
        () -> living.stream().map(each -> chosenAlone(each, now)).toList());
  }

  private Choice chosenAlone(Routable each, Instant now) {
    return shared
        .guard
        .read(each.stored, () -> shared.chooser.choose(List.of(each.message), now).getFirst())
        .orElseGet(() -> Choice.none(MessageEventKind.FAILED, "no connector can be chosen for it"));
  }

  /** Events whose choice has expired are too old to be sent. */
  private Timed chosen(Routable each) {
    Timed found = counting.get(position(each.stored));
    return found != null
        ? found
        : new Timed(
            Choice.none(MessageEventKind.UNCERTAIN, each.message.id() + ": its choice is not kept"),
            each.stored.appendTime());
  }

  /** Of the messages whose choices are too old to be gone by again, whether they have left. */
  private Map<Long, Boolean> former(List<Routable> messages) {
    Map<Long, Message> old = new LinkedHashMap<>();
    for (Routable each : messages) {
      if (former.isForgotten(chosen(each))) {
        old.put(position(each.stored), each.message);
      }
    }
    return former.left(old);
  }

  private static long position(StoredEvent stored) {
    return stored.id().position().packed();
  }

  /** The messages of a page for connectors, and the events for the history. */
  private final class ConnectorAppends {

    private final Map<Long, Boolean> left;
    private final Map<String, List<RoutedMessage>> atOnce = new LinkedHashMap<>();
    private final List<RoutedMessage> later = new ArrayList<>();
    private final List<MessageEvent> happened = new ArrayList<>();

    /** Of some messages, by their positions, it is asked whether they have left before. */
    ConnectorAppends(Map<Long, Boolean> left) {
      this.left = left;
    }

    /**
     * A message for a connector.
     *
     * @param departure empty for at once
     */
    private record RoutedMessage(MessageEvent routed, Event event, Optional<Instant> departure) {

      StreamName to() {
        return MessageStreams.ofConnector(routed.details().connector().orElseThrow());
      }

      /** It has not left: its stream does not take it, and never will. */
      MessageEvent refused(RequestException.Refused why) {
        return routed
            .then(MessageEventKind.FAILED, routed.at())
            .because(
                Optional.empty(), Optional.of("the stream of its connector: " + why.getMessage()));
      }
    }

    void add(Routable messages, Timed chosen) {
      Choice choice = chosen.choice();
      Message message = messages.message;
      if (choice.connector().isEmpty()) {
        happened.add(
            message.event(choice.kind(), chosen.at()).because(Optional.empty(), choice.reason()));
      } else if (!shared.guard.handle(messages.stored, () -> leave(messages, chosen))) {
        happened.add(
            message
                .event(MessageEventKind.FAILED, chosen.at())
                .because(Optional.empty(), Optional.of("it cannot be given to its connector")));
      }
    }

    private void leave(Routable messages, Timed chosen) {
      Choice choice = chosen.choice();
      String connector = choice.connector().orElseThrow();
      Message leaving = messages.message.chosen(choice.generation().orElseThrow());
      MessageEvent routed = leaving.event(choice.kind(), chosen.at()).through(connector);
      RoutedMessage each = new RoutedMessage(routed, leaving.keyedEvent(), choice.departure());
      long position = position(messages.stored);
      if (left.containsKey(position)) {
        forgotten(each, Boolean.TRUE.equals(left.get(position)));
      } else if (each.departure.isPresent()) {
        later.add(each);
      } else {
        atOnce.computeIfAbsent(connector, _ -> new ArrayList<>()).add(each);
      }
    }

    private void forgotten(RoutedMessage each, boolean hasLeft) {
      if (!hasLeft) {
        happened.add(
            each.routed
                .then(MessageEventKind.UNCERTAIN, shared.context.now())
                .because(
                    Optional.empty(),
                    Optional.of(
                        "whether it was given to its connector at %s is not known any more"
                            .formatted(each.routed.at()))));
      }
    }

    /**
     * Appends to the streams of connectors. Returns the events for the history, once all appends
     * are durable.
     */
    List<MessageEvent> append() {
      Map<List<RoutedMessage>, CompletableFuture<AppendResult>> appended = new LinkedHashMap<>();
      atOnce.values().forEach(some -> appended.put(some, begin(some)));
      if (!later.isEmpty()) {
        happened.addAll(SCHEDULING.each(later, this::schedule));
      }
      appended.forEach((some, under) -> happened.addAll(appended(some, under)));
      return happened;
    }

    private CompletableFuture<AppendResult> begin(List<RoutedMessage> some) {
      return shared.streams.stream(some.getFirst().to())
          .appendLater(some.stream().map(RoutedMessage::event).toList());
    }

    /** A message that a stream refuses for certain fails; the others are appended. */
    private List<MessageEvent> appended(
        List<RoutedMessage> some, CompletableFuture<AppendResult> appended) {
      try {
        var _ = MessageStreams.join(appended);
        return some.stream().map(RoutedMessage::routed).toList();
      } catch (RequestException.Refused e) {
        return some.size() == 1
            ? List.of(some.getFirst().refused(e))
            : some.stream()
                .map(List::of)
                .flatMap(one -> appended(one, begin(one)).stream())
                .toList();
      }
    }

    private MessageEvent schedule(RoutedMessage each) {
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
