package io.messina.messaging.accept;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.api.message.report.ReplayOptions;
import io.messina.api.message.report.Replayed;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.RoutingState;
import io.messina.messaging.recipient.SuppressionTable;
import io.messina.messaging.track.TrackedMessages;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.EventPage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sends again the webhooks that an endpoint has not taken, each as a new message, since receivers
 * drop an id that they know. Each is replayed once, even if several requests ask for it; if the
 * replay fails too, the next request replays the new message. Safe for use by many threads.
 */
public record WebhookReplay(Context context, MessageStreams streams) {

  /** The approximate number of messages, of all endpoints, that one request looks at. */
  static final int LOOKED_MAX = 20_000;

  private static final Set<MessageState> NOT_TAKEN =
      Set.of(MessageState.FAILED, MessageState.SUPPRESSED);

  private static final int PAGE = 1_000;
  private static final int AT_ONCE = 32;

  /**
   * The position at which the next request continues.
   *
   * @param until only webhooks that were routed before this, so that no request replays its own
   *     replays
   */
  private record Place(Instant until, int shard, Optional<Position> position) {

    static Place parse(String text) {
      String[] parts = text.split("/", 3);
      try {
        return new Place(
            Instant.ofEpochMilli(Long.parseLong(parts[0])),
            Integer.parseInt(parts[1]),
            Optional.of(Position.unpack(Long.parseLong(parts[2]))));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new RequestException.Refused(
            RequestException.Refused.Reason.OUT_OF_BOUNDS,
            "after: unknown (expected: the next of an answer)");
      }
    }

    @Override
    public String toString() {
      return until.toEpochMilli() + "/" + shard + "/" + position.orElse(Position.START).packed();
    }
  }

  /**
   * Replays failed and suppressed webhooks.
   *
   * @return the new messages; the caller repeats the request while the answer has a next
   * @throws RequestException.Refused if the endpoint is suppressed
   * @throws RequestException if it was interrupted; the caller must repeat it
   */
  public Replayed replay(AccountName account, ReplayOptions options) {
    checkOpen(account, options.to());
    Stream stream = streams.stream(MessageStreams.ofChannel(Channel.WEBHOOK));
    Place place =
        options.after().map(Place::parse).orElse(new Place(context.now(), 0, Optional.empty()));
    int shards = stream.definition().options().shards();
    List<String> replayed = new ArrayList<>();
    int shard = place.shard;
    Optional<Position> from = place.position;
    for (int looked = 0; shard < shards; ) {
      Position next = from.orElse(stream.find(shard, Start.since(options.from())));
      if (looked >= LOOKED_MAX) {
        return new Replayed(
            replayed, Optional.of(new Place(place.until, shard, Optional.of(next)).toString()));
      }
      EventPage page = stream.read(shard, Optional.of(next), PAGE, Duration.ZERO);
      List<StoredEvent> before =
          page.events().stream()
              .filter(stored -> stored.appendTime().isBefore(place.until))
              .toList();
      replayed.addAll(replay(before, account, options.to()));
      looked += before.size();
      boolean isEnd = before.isEmpty();
      shard += isEnd ? 1 : 0;
      from = isEnd ? Optional.empty() : Optional.of(page.next());
    }
    return new Replayed(replayed, Optional.empty());
  }

  private void checkOpen(AccountName account, String to) {
    if (SuppressionTable.find(context.store(), account, Channel.WEBHOOK, to).isPresent()) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.CONFLICT,
          "to: gets nothing (expected: an endpoint that is not suppressed)");
    }
  }

  private List<String> replay(List<StoredEvent> page, AccountName account, String to) {
    List<Message> some =
        page.stream()
            .flatMap(stored -> Message.of(stored).stream())
            .filter(message -> message.routing().equals(RoutingState.NONE))
            .filter(message -> message.recipient().account().equals(account))
            .filter(message -> message.recipient().to().equals(to))
            .toList();
    return some.isEmpty()
        ? List.of()
        : new ParallelCalls(context.threads(), AT_ONCE)
            .each(some, this::replay).stream().flatMap(Optional::stream).toList();
  }

  private Optional<String> replay(Message message) {
    TrackedMessages log = new TrackedMessages(context);
    boolean isTaken =
        log.find(message.id()).map(MessageReport::state).filter(NOT_TAKEN::contains).isEmpty();
    String id = MessageIds.ofReplay(message.id());
    if (isTaken || !log.events(id).isEmpty()) {
      return Optional.empty();
    }
    Instant now = context.now();
    Message fresh =
        new Message(
            id,
            message.recipient(),
            message.from(),
            message.content(),
            Optional.empty(),
            message.metadata(),
            RoutingState.NONE,
            message.trace());
    MessageEvent accepted = fresh.event(MessageEventKind.ACCEPTED, now);
    var _ =
        streams.stream(MessageStreams.ofChannel(Channel.WEBHOOK))
            .append(List.of(fresh.keyedEvent()));
    streams.publish(List.of(accepted));
    return Optional.of(id);
  }
}
