package io.messina.messaging;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.AppendResult;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of messages: {@code messages.email}, {@code messages.sms} and so on hold messages to
 * be routed, {@code messages.to.CONNECTOR} holds the messages for one connector, {@code
 * messages.events} the history of all messages, and {@code messages.received} the replies of
 * recipients. Safe for use by many threads.
 */
public record MessageStreams(Streams streams) {

  /** For how long a repeat is recognised. */
  public static final Duration REPEATS = Duration.ofHours(24);

  /** Bound of the difference between clocks and of the time that an append may take. */
  private static final Duration MARGIN = Duration.ofHours(1);

  /** The stream of the history of all messages. */
  public static final StreamName EVENTS = new StreamName("messages.events");

  /** The stream of the replies of recipients. */
  public static final StreamName REPLIES = new StreamName("messages.received");

  private static final Logger LOG = LoggerFactory.getLogger(MessageStreams.class);
  private static final Duration KEPT = Duration.ofDays(30);

  /**
   * Kinds that providers report with their own times, on whose clocks event time must not depend.
   */
  private static final Set<MessageEventKind> RECEIVED =
      EnumSet.of(
          MessageEventKind.DELIVERED,
          MessageEventKind.READ,
          MessageEventKind.UNDELIVERED,
          MessageEventKind.BOUNCED,
          MessageEventKind.COMPLAINED,
          MessageEventKind.UNSUBSCRIBED);

  /** Returns the stream of a channel. */
  public static StreamName ofChannel(Channel channel) {
    return new StreamName("messages." + channel);
  }

  /** Returns the stream of a connector. */
  public static StreamName ofConnector(String connector) {
    return new StreamName("messages.to." + connector);
  }

  /**
   * Returns whether the streams of channels and connectors may no longer recognise a repeat of an
   * append.
   *
   * @param decided the time of the decision that led to the append
   */
  public static boolean isForgotten(Instant decided, Instant now) {
    return !now.isBefore(decided.plus(REPEATS).minus(MARGIN));
  }

  /**
   * Creates a stream, or returns the existing one.
   *
   * @param shards of a new stream
   */
  public Stream create(StreamName name, int shards) {
    Duration repeats = name.equals(EVENTS) ? StreamOptions.DEFAULT.deduplicate() : REPEATS;
    StreamOptions standing =
        streams.list().stream()
            .filter(stream -> stream.id().name().equals(name))
            .findFirst()
            .map(CatalogStream::options)
            .orElseGet(() -> StreamOptions.DEFAULT.shards(shards).deduplicate(repeats));
    Duration known = standing.deduplicate();
    StreamOptions options =
        StreamOptions.DEFAULT
            .shards(standing.shards())
            .deduplicate(known.compareTo(repeats) > 0 ? known : repeats)
            .retention(Optional.of(KEPT));
    return streams.create(name, options).value();
  }

  /** Returns the timestamp of a write of this process, higher than those before. */
  public long nextTimestampMicros() {
    return streams.timestamps().next();
  }

  /** Returns an existing stream. */
  public Stream stream(StreamName name) {
    return streams.stream(name);
  }

  /**
   * Appends to the history, once for each message, hop, kind and part: of events with the same four
   * the first one counts, even if the others differ. A repeat after more than ten minutes, as after
   * a long outage, may be stored twice. All events are one append, unless one of them was published
   * before with other contents; then they are appended singly.
   *
   * @throws RequestException if they may not be stored; the caller must repeat the call
   */
  public void publish(List<MessageEvent> events) {
    Stream stream = stream(EVENTS);
    List<Event> all = events.stream().map(MessageStreams::event).toList();
    if (!all.isEmpty() && !isStored(stream.appendLater(all))) {
      List<CompletableFuture<AppendResult>> singly =
          all.stream().map(event -> stream.appendLater(List.of(event))).toList();
      singly.forEach(MessageStreams::isStored);
    }
  }

  /** Returns the shard of the history that holds the events of a message. */
  public int shardOf(String message) {
    return stream(EVENTS).shardOf(Bytes.utf8(message));
  }

  /**
   * Reads an event of the history.
   *
   * @return empty, with a warning in the log, if the event was appended by another program and
   *     belongs to no message
   */
  public static Optional<MessageEvent> messageEvent(StoredEvent stored) {
    try {
      return Optional.of(MessageJson.event(stored.event().payload().toArray()));
    } catch (RuntimeException e) {
      LOG.warn("{}: says nothing of a message, and is passed over", stored.id(), e);
      return Optional.empty();
    }
  }

  /**
   * Waits for an append of several events.
   *
   * @throws RequestException if not all of them are known to be stored
   */
  public static AppendResult join(CompletableFuture<AppendResult> appended) {
    try {
      return Futures.join(appended);
    } catch (PartlyStoredException e) {
      throw e.failure();
    }
  }

  /** False if the key of one was used for something else, so that not all of them are stored. */
  private static boolean isStored(CompletableFuture<AppendResult> appended) {
    try {
      var _ = join(appended);
      return true;
    } catch (RequestException.Refused e) {
      if (e.reason() != RequestException.Refused.Reason.KEY_USED) {
        throw e;
      }
      return false;
    }
  }

  private static Event event(MessageEvent event) {
    String once =
        event.message()
            + "/"
            + event.hop()
            + "/"
            + event.kind()
            + event.parts().part().map(part -> "/" + part).orElse("");
    EventBuilder outcomes =
        Event.builder(Bytes.utf8(MessageJson.write(event)))
            .key(Bytes.utf8(event.message()))
            .idempotencyKey(once)
            .contentType("application/json");
    return RECEIVED.contains(event.kind()) ? outcomes.build() : outcomes.time(event.at()).build();
  }
}
