package io.messina.messaging.route;

import io.messina.api.ScheduleId;
import io.messina.api.SourceBatch;
import io.messina.api.StreamName;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.accept.MessageIds;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Routes the messages of one shard of a channel, during one ownership, page by page:
 *
 * <ol>
 *   <li>It writes its choices for the page, with a timestamp of its ownership.
 *   <li>It commits, under the fence, the position up to which choices are valid. The position of
 *       the group stays.
 *   <li>It appends the messages to the streams of their connectors, each under its id and hop or,
 *       if there can be only one with these, all of a page as one numbered batch, and publishes to
 *       the history.
 *   <li>The position of the group moves with the next commit.
 * </ol>
 *
 * Whoever owns the shard next, or goes on after a failure, appends the pages with valid choices
 * again, cut at the same positions; the streams store only what is missing. Choices of a former
 * owner without a commit are invalid: it has appended none of these messages, as its commit was
 * refused.
 */
final class ShardRouter implements PagedTask.Pages {

  private static final int PAGE_EVENTS = 1_000;

  private static final ParallelCalls SCHEDULING =
      new ParallelCalls(Thread.ofVirtual().name("messina-departure-", 0).factory(), 64);

  private final Shared shared;
  private final OldChoices former;
  private final ShardId shard;
  private final OwnGroup group;
  private Commit done;
  private long countingEnd; // choices are valid up to this position

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

    long position() {
      return ShardRouter.position(stored);
    }

    /**
     * Whether no other message of its channel can have its id and hop: chance has made its id, and
     * nobody could append it again.
     */
    boolean isOneOfItsId() {
      return message.routing().hop() == 0
          && stored.event().idempotencyKey().isEmpty()
          && MessageIds.isRandom(message.id());
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
      appendAgain(from);
    }
  }

  /** Appends what may not have been appended, though it was chosen. */
  private void appendAgain(Commit from) {
    List<StoredEvent> events = new ArrayList<>();
    Commit read = from;
    for (ChosenPage page :
        ChoiceTable.read(shared.context.store(), shard, from.position().packed(), countingEnd)) {
      read = readOn(read, page.end(), events);
      List<StoredEvent> some =
          events.stream().takeWhile(stored -> position(stored) < page.end()).toList();
      events.subList(0, some.size()).clear();
      append(page, routable(some), isWhole(page, some, from));
    }
  }

  /**
   * Reads events up to a position, and maybe some behind it.
   *
   * @return what is read
   */
  private Commit readOn(Commit from, long end, List<StoredEvent> events) {
    Commit read = from;
    while (read.position().packed() < end) {
      EventPage page = group.readAfter(read, PAGE_EVENTS, Duration.ZERO);
      if (!page.run().equals(read.run()) || page.next().equals(read.position())) {
        throw new RequestException.Unavailable(shard + ": what was chosen cannot be read");
      }
      events.addAll(page.events());
      read = page.done();
    }
    return read;
  }

  /** Whether no event has expired since, so that the number stands for the same messages. */
  private static boolean isWhole(ChosenPage page, List<StoredEvent> events, Commit from) {
    Set<Long> there = events.stream().map(ShardRouter::position).collect(Collectors.toSet());
    return page.choices().keySet().stream()
        .allMatch(position -> position < from.position().packed() || there.contains(position));
  }

  @Override
  public String handle(EventPage page) {
    List<Routable> fresh =
        routable(page.events().stream().filter(stored -> position(stored) >= countingEnd).toList());
    if (!fresh.isEmpty()) {
      append(choose(page, fresh), fresh, true);
    }
    String note = Long.toString(countingEnd);
    done = new Commit(page.next(), page.run(), note);
    return note;
  }

  private List<Routable> routable(List<StoredEvent> events) {
    return events.stream().flatMap(stored -> Routable.of(stored, shared.guard)).toList();
  }

  /** Makes choices count for the messages of a page. */
  private ChosenPage choose(EventPage page, List<Routable> fresh) {
    Instant now = shared.context.now();
    long last = position(page.events().getLast());
    ChosenPage chosen = new ChosenPage(countingEnd, last, now, choices(fresh, now), true);
    ChoiceTable.write(shared.context.store(), shard, chosen, group.nextTimestampMicros());
    String note = Long.toString(chosen.end());
    group.commit(new Commit(done.position(), page.run(), note));
    if (!group.committed().note().equals(note)) {
      throw new RequestException.Unavailable(shard + ": what was chosen does not count");
    }
    countingEnd = chosen.end();
    return chosen;
  }

  private Map<Long, Choice> choices(List<Routable> fresh, Instant now) {
    Map<Long, Choice> choices = new LinkedHashMap<>();
    List<Routable> living = new ArrayList<>();
    for (Routable each : fresh) {
      if (each.message.isExpired(now)) {
        choices.put(
            each.position(),
            Choice.none(MessageEventKind.EXPIRED, "its time was over before it was routed"));
      } else {
        living.add(each);
      }
    }
    if (!living.isEmpty()) {
      List<Choice> chosen = chosen(living, now);
      for (int i = 0; i < living.size(); i++) {
        choices.put(living.get(i).position(), chosen.get(i));
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

  /**
   * Appends the messages of a page, as it was chosen.
   *
   * @param isWhole whether these are all messages that were chosen for and are not committed
   */
  private void append(ChosenPage page, List<Routable> messages, boolean isWhole) {
    boolean mayBeRepeated = isWhole && !former.isForgotten(page);
    ConnectorAppends appends =
        new ConnectorAppends(page, mayBeRepeated ? Map.of() : left(page, messages));
    messages.forEach(appends::add);
    if (!group.mayAcknowledge()) {
      throw new RequestException.Unavailable(shard + ": may be owned elsewhere");
    }
    shared.streams.publish(appends.append());
  }

  /** Whether messages that must not be appended again have left, by their positions. */
  private Map<Long, Boolean> left(ChosenPage page, List<Routable> messages) {
    Map<Long, Message> chosen = new LinkedHashMap<>();
    for (Routable each : messages) {
      Choice choice = page.choices().get(each.position());
      if (choice != null && choice.connector().isPresent()) {
        chosen.put(each.position(), each.message);
      }
    }
    return former.left(chosen);
  }

  private static long position(StoredEvent stored) {
    return stored.id().position().packed();
  }

  /** The messages of a page for connectors, and the events for the history. */
  private final class ConnectorAppends {

    private final ChosenPage page;
    private final SourceBatch batch;
    private final Map<Long, Boolean> left; // of messages that must not be appended again
    private final Map<String, List<RoutedMessage>> numbered = new LinkedHashMap<>();
    private final Map<String, List<RoutedMessage>> keyed = new LinkedHashMap<>();
    private final List<RoutedMessage> later = new ArrayList<>();
    private final List<MessageEvent> happened = new ArrayList<>();

    ConnectorAppends(ChosenPage page, Map<Long, Boolean> left) {
      this.page = page;
      this.batch = page.batch(shard);
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

    /** An append of messages for one connector. */
    private record UnderWay(
        List<RoutedMessage> messages, CompletableFuture<AppendResult> appended) {

      List<MessageEvent> routed() {
        return messages.stream().map(RoutedMessage::routed).toList();
      }
    }

    /** Adds a message. Events whose choice has expired are too old to be sent. */
    void add(Routable each) {
      Message message = each.message;
      Choice choice = page.choices().get(each.position());
      if (choice == null) {
        happened.add(
            message
                .event(MessageEventKind.UNCERTAIN, each.stored.appendTime())
                .because(Optional.empty(), Optional.of(message.id() + ": its choice is not kept")));
      } else if (choice.connector().isEmpty()) {
        happened.add(
            message.event(choice.kind(), page.at()).because(Optional.empty(), choice.reason()));
      } else if (!shared.guard.handle(each.stored, () -> leave(each, choice))) {
        happened.add(
            message
                .event(MessageEventKind.FAILED, page.at())
                .because(Optional.empty(), Optional.of("it cannot be given to its connector")));
      }
    }

    private void leave(Routable each, Choice choice) {
      String connector = choice.connector().orElseThrow();
      Message leaving = each.message.chosen(choice.generation().orElseThrow());
      MessageEvent routed = leaving.event(choice.kind(), page.at()).through(connector);
      if (left.containsKey(each.position())) {
        forgotten(routed, Boolean.TRUE.equals(left.get(each.position())));
      } else if (choice.departure().isPresent()) {
        later.add(new RoutedMessage(routed, leaving.keyedEvent(), choice.departure()));
      } else {
        boolean isOne = page.isNumbered() && each.isOneOfItsId();
        Event event = isOne ? leaving.numberedEvent(batch, each.stored) : leaving.keyedEvent();
        (isOne ? numbered : keyed)
            .computeIfAbsent(connector, _ -> new ArrayList<>())
            .add(new RoutedMessage(routed, event, Optional.empty()));
      }
    }

    private void forgotten(MessageEvent routed, boolean hasLeft) {
      if (!hasLeft) {
        happened.add(
            routed
                .then(MessageEventKind.UNCERTAIN, shared.context.now())
                .because(
                    Optional.empty(),
                    Optional.of(
                        "whether it was given to its connector at %s is not known any more"
                            .formatted(routed.at()))));
      }
    }

    /**
     * Appends to the streams of connectors. Returns the events for the history, once all appends
     * are durable.
     */
    List<MessageEvent> append() {
      List<UnderWay> batches = numbered.values().stream().map(this::begin).toList();
      List<UnderWay> others = keyed.values().stream().map(this::begin).toList();
      if (!later.isEmpty()) {
        happened.addAll(SCHEDULING.each(later, this::schedule));
      }
      for (UnderWay each : batches) {
        check(MessageStreams.join(each.appended));
        happened.addAll(each.routed());
      }
      others.forEach(each -> happened.addAll(appended(each)));
      return happened;
    }

    private UnderWay begin(List<RoutedMessage> some) {
      return new UnderWay(
          some,
          shared.streams.stream(some.getFirst().to())
              .appendLater(some.stream().map(RoutedMessage::event).toList()));
    }

    /** No page behind the last one that counts was appended: nothing is taken for its repeat. */
    private void check(AppendResult appended) {
      if (page.end() == countingEnd && appended.unchecked() > 0) {
        throw new RequestException.Unavailable(shard + ": has appended further before");
      }
    }

    /** A message that a stream refuses for certain fails; the others are appended. */
    private List<MessageEvent> appended(UnderWay some) {
      try {
        var _ = MessageStreams.join(some.appended);
        return some.routed();
      } catch (RequestException.Refused e) {
        return some.messages.size() == 1
            ? List.of(some.messages.getFirst().refused(e))
            : some.messages.stream()
                .flatMap(each -> appended(begin(List.of(each))).stream())
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
