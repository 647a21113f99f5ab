package io.messina.messaging.track;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.Suppression;
import io.messina.api.message.SuppressionReason;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.MessagingSite;
import io.messina.messaging.PageFollower;
import io.messina.messaging.suppression.SuppressionTable;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import io.messina.store.Row;
import io.messina.stream.Consumer;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Group;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Folds what happened into the rows of messages, on one shard of the stream of events. To fold an
 * event again changes nothing.
 */
public final class Tracker implements PageFollower.Pages, MessagingSite {

  /** The group that tracks. */
  public static final GroupName GROUP = new GroupName("tracker");

  private static final Map<MessageEventKind, SuppressionReason> ENDING =
      Map.of(
          MessageEventKind.BOUNCED, SuppressionReason.BOUNCED,
          MessageEventKind.COMPLAINED, SuppressionReason.COMPLAINED,
          MessageEventKind.UNSUBSCRIBED, SuppressionReason.UNSUBSCRIBED,
          MessageEventKind.DISABLED, SuppressionReason.DISABLED);

  private final Context context;
  private final MessageStreams streams;
  private final OwnGroup group;
  private final ParallelCalls writing;

  private Tracker(Context context, MessageStreams streams, OwnGroup group) {
    this.context = context;
    this.streams = streams;
    this.group = group;
    this.writing = new ParallelCalls(context.threads(), 64);
  }

  /**
   * Begins, or goes on.
   *
   * @param context of the process
   * @param streams of messages; that of events is there
   * @return to be closed before the streams
   */
  public static Consumer start(Context context, MessageStreams streams) {
    Group group =
        streams.stream(MessageStreams.EVENTS)
            .createGroup(GROUP, Start.earliest(), GroupOptions.DEFAULT)
            .value();
    return group.follow(
        PageFollower.factory(context, (_, owned, _) -> new Tracker(context, streams, owned)));
  }

  @Override
  public Context context() {
    return context;
  }

  @Override
  public String handle(EventPage page) {
    Map<String, List<MessageEvent>> byMessage = new LinkedHashMap<>();
    for (StoredEvent stored : page.events()) {
      MessageStreams.happened(stored)
          .ifPresent(
              event ->
                  byMessage.computeIfAbsent(event.message(), _ -> new ArrayList<>()).add(event));
    }
    var _ = writing.each(List.copyOf(byMessage.entrySet()), this::fold);
    return "";
  }

  private boolean fold(Map.Entry<String, List<MessageEvent>> happened) {
    String message = happened.getKey();
    Instant now = now();
    Optional<Row> row = store().get(MessageTable.key(message));
    List<MessageEvent> before = MessageTable.events(row);
    List<MessageEvent> after = MessageFold.with(before, happened.getValue());
    // The row comes last: what it has is not followed again, so that a suppression that somebody
    // has deleted since does not come back.
    MessageFold.fresh(before, happened.getValue()).forEach(event -> follow(event, now));
    if (before.isEmpty()) {
      MessageIndex.write(store(), after.getFirst(), now, group.nextTimestampMicros());
    }
    if (after.size() > before.size()) {
      MessageTable.write(store(), message, after, now, group.nextTimestampMicros());
    }
    return true;
  }

  private void follow(MessageEvent event, Instant now) {
    if (event.kind() == MessageEventKind.SENT) {
      List<String> ids = event.parts().providerIds();
      for (int i = 0; i < ids.size(); i++) {
        MessageEvent part = ids.size() == 1 ? event : event.ofPart(i + 1);
        ProviderIdTable.writeSent(store(), ids.get(i), part, now, group.nextTimestampMicros());
        tellEarly(ids.get(i), part, now);
      }
    }
    Optional.ofNullable(ENDING.get(event.kind()))
        .ifPresent(
            reason ->
                SuppressionTable.write(
                    store(), suppression(event, reason), group.nextTimestampMicros()));
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

  /** Tells of receipts that came before it was known to which message they belong. */
  private void tellEarly(String providerId, MessageEvent sent, Instant now) {
    String connector = sent.details().connector().orElseThrow();
    streams.tell(
        ProviderIdTable.read(store(), connector, providerId).receipts().stream()
            .map(receipt -> Receipts.happened(sent, receipt, now))
            .toList());
  }
}
