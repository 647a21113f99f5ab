package io.messina.messaging.track;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionReason;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.recipient.SuppressionTable;
import io.messina.runtime.Context;
import io.messina.runtime.ManyRows;
import io.messina.runtime.ParallelCalls;
import io.messina.store.PlainBatch;
import io.messina.store.Table;
import io.messina.stream.Consumer;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.PagedTask;
import io.messina.stream.node.Group;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes the history of messages to tables, of one shard of the stream of events. A repeat has no
 * effect.
 */
public final class Tracker implements PagedTask.Pages {

  /** The group that tracks. */
  public static final GroupName GROUP = new GroupName("tracker");

  /** The tables of this package. */
  public static final List<Table> TABLES =
      List.of(MessageTable.TABLE, MessageIndex.TABLE, ProviderIdTable.TABLE, LinkKeyTable.TABLE);

  private static final String NO_NOTE = "";

  /** The bound of concurrent requests to the store. */
  private static final int AT_ONCE = 64;

  /** A bound of the difference between clocks of nodes, with a margin. */
  static final Duration CLOCKS = Duration.ofSeconds(1);

  /** Kinds that can be the first event of a message, in any order of publication. */
  private static final Set<MessageEventKind> BEGINNING =
      EnumSet.of(
          MessageEventKind.ACCEPTED,
          MessageEventKind.ROUTED,
          MessageEventKind.SUPPRESSED,
          MessageEventKind.EXPIRED,
          MessageEventKind.FAILED,
          MessageEventKind.UNCERTAIN);

  private static final Map<MessageEventKind, SuppressionReason> ENDING =
      Map.of(
          MessageEventKind.BOUNCED, SuppressionReason.BOUNCED,
          MessageEventKind.COMPLAINED, SuppressionReason.COMPLAINED,
          MessageEventKind.UNSUBSCRIBED, SuppressionReason.UNSUBSCRIBED,
          MessageEventKind.DISABLED, SuppressionReason.DISABLED);

  private final Context context;
  private final MessageStreams streams;
  private final OwnGroup group;
  private final EventGuard guard;
  private final ManyRows rows;
  private final RecentIds entered = new RecentIds();

  private Tracker(Context context, MessageStreams streams, OwnGroup group, EventGuard guard) {
    this.context = context;
    this.streams = streams;
    this.group = group;
    this.guard = guard;
    this.rows = new ManyRows(context.store(), new ParallelCalls(context.threads(), AT_ONCE));
  }

  /**
   * Starts at the stored positions.
   *
   * @param streams of messages; the stream of events exists
   * @param trouble gets the reasons for which it cannot continue
   * @return must be closed before the streams
   */
  public static Consumer start(Context context, MessageStreams streams, FollowTrouble trouble) {
    Group group =
        streams.stream(MessageStreams.EVENTS)
            .createGroup(GROUP, Start.earliest(), GroupOptions.DEFAULT)
            .value();
    return group.follow(
        PagedTask.factory(
            context,
            trouble,
            (_, owned, _) -> new Tracker(context, streams, owned, trouble.guard())));
  }

  /** An event that throws is skipped: to follow the others again changes nothing. */
  @Override
  public String handle(EventPage page) {
    return EventGuard.together(
        () -> track(page.events()),
        () -> {
          page.events().forEach(this::trackAlone);
          return NO_NOTE;
        });
  }

  private void trackAlone(StoredEvent stored) {
    entered.clear();
    boolean _ = guard.handle(stored, () -> track(List.of(stored)));
  }

  private String track(List<StoredEvent> events) {
    List<TrackedEvent> followed = new ArrayList<>();
    for (StoredEvent stored : events) {
      MessageStreams.messageEvent(stored)
          .ifPresent(event -> followed.add(new TrackedEvent(stored, event)));
    }
    List<PlainBatch> first = new ArrayList<>(index(followed));
    List<SentPart> sentParts = followed.stream().flatMap(Tracker::sentParts).toList();
    sentParts.forEach(each -> first.add(each.row(context.now(), group.nextTimestampMicros())));
    first.addAll(suppressions(followed));
    rows.write(first);
    if (!sentParts.isEmpty()) {
      streams.publish(
          rows.calls().each(sentParts, each -> earlyReceipts(each, followed)).stream()
              .flatMap(List::stream)
              .toList());
    }
    // Last: an event with a row is not handled again, so that a suppression that a person has
    // deleted since does not come back.
    rows.write(followed.stream().map(MessageTable::batch).toList());
    return NO_NOTE;
  }

  /** Enters those messages that are new, or that were not seen for a while. */
  private List<PlainBatch> index(List<TrackedEvent> followed) {
    List<TrackedEvent> fresh =
        followed.stream()
            .filter(each -> BEGINNING.contains(each.event().kind()))
            .filter(each -> entered.add(each.message()))
            .toList();
    return MessageIndex.batches(fresh, group::nextTimestampMicros);
  }

  /** A part of a message, or all of it, that a provider has taken. */
  private record SentPart(String providerId, MessageEvent sent) {

    PlainBatch row(Instant now, long timestampMicros) {
      return ProviderIdTable.sent(providerId, sent, now, timestampMicros);
    }
  }

  private static Stream<SentPart> sentParts(TrackedEvent followed) {
    MessageEvent event = followed.event();
    if (event.kind() != MessageEventKind.SENT) {
      return Stream.empty();
    }
    List<String> ids = event.parts().providerIds();
    return IntStream.range(0, ids.size())
        .mapToObj(i -> new SentPart(ids.get(i), ids.size() == 1 ? event : event.ofPart(i + 1)));
  }

  /** The receipts that came before it was known to which message they belong. */
  private List<MessageEvent> earlyReceipts(SentPart sentParts, List<TrackedEvent> page) {
    String connector = sentParts.sent.details().connector().orElseThrow();
    List<ProviderIdTable.StoredReceipt> arrived =
        ProviderIdTable.read(context.store(), connector, sentParts.providerId).receipts();
    if (arrived.isEmpty()) {
      return List.of();
    }
    Instant since = since(sentParts.sent, page);
    return arrived.stream()
        .filter(each -> !each.isBefore(since))
        .map(each -> Receipts.of(sentParts.sent, each.receipt(), context.now()))
        .filter(this::isNew)
        .toList();
  }

  /**
   * The earliest time at which its provider can have had a message. Earlier receipts belong to
   * another message: providers restart the numbering of their ids, and a connector may be changed
   * to another provider.
   */
  private Instant since(MessageEvent sent, List<TrackedEvent> page) {
    Stream<MessageEvent> beside =
        page.stream().map(TrackedEvent::event).filter(it -> it.message().equals(sent.message()));
    return Stream.concat(MessageTable.events(context.store(), sent.message()).stream(), beside)
        .filter(it -> it.kind() == MessageEventKind.ROUTED && it.hop() == sent.hop())
        .map(MessageEvent::at)
        .min(Comparator.naturalOrder())
        .orElse(sent.at().minus(MessageStreams.REPEATS))
        .minus(CLOCKS);
  }

  private List<PlainBatch> suppressions(List<TrackedEvent> followed) {
    List<MessageEvent> ending =
        followed.stream()
            .map(TrackedEvent::event)
            .filter(it -> ENDING.containsKey(it.kind()))
            .toList();
    return ending.isEmpty()
        ? List.of()
        : rows.calls().each(ending, this::suppressed).stream().flatMap(Optional::stream).toList();
  }

  private Optional<PlainBatch> suppressed(MessageEvent event) {
    return Optional.ofNullable(ENDING.get(event.kind()))
        .filter(_ -> isNew(event))
        .map(
            reason ->
                SuppressionTable.batch(suppression(event, reason), group.nextTimestampMicros()));
  }

  private boolean isNew(MessageEvent event) {
    return MessageTable.events(context.store(), event.message()).stream()
        .noneMatch(known -> MessageHistory.isSame(known, event));
  }

  private static Suppression suppression(MessageEvent event, SuppressionReason reason) {
    MessageRecipient recipient = event.recipient();
    return new Suppression(
        recipient.account(),
        recipient.channel(),
        recipient.to(),
        reason,
        event.at(),
        Optional.of(event.message()));
  }
}
