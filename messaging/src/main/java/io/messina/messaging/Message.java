package io.messina.messaging;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.SourceBatch;
import io.messina.api.TraceHeaders;
import io.messina.api.Wire;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageDetails;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageParts;
import io.messina.api.message.MessageRecipient;
import io.messina.connectors.smpp.TextSize;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A message as it is stored in the streams of channels and connectors. A message that is accepted
 * twice is written with the same bytes.
 *
 * @param id letters and digits, at most 64
 * @param from absent for the default sender of the connector
 * @param content complete, without placeholders
 * @param expiresAt it is not sent after this time
 * @param trace of the request that it came with, in the headers of its event; without it the bytes
 *     of a message are the same when it is accepted again
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Message(
    String id,
    @JsonUnwrapped MessageRecipient recipient,
    Optional<String> from,
    MessageContent content,
    Optional<Instant> expiresAt,
    Map<String, String> metadata,
    @JsonUnwrapped RoutingState routing,
    @JsonIgnore Map<String, String> trace) {

  private static final Logger LOG = LoggerFactory.getLogger(Message.class);

  /** Keeps a copy. */
  public Message {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    trace = trace == null ? Map.of() : Map.copyOf(trace); // JSON does not have it
  }

  /** A message without a trace. */
  public Message(
      String id,
      MessageRecipient recipient,
      Optional<String> from,
      MessageContent content,
      Optional<Instant> expiresAt,
      Map<String, String> metadata,
      RoutingState routing) {
    this(id, recipient, from, content, expiresAt, metadata, routing, Map.of());
  }

  /**
   * Reads a message from an event of the stream of a channel or a connector.
   *
   * @return empty, with a warning in the log, if the event was appended by another program and is
   *     no message
   */
  public static Optional<Message> of(StoredEvent stored) {
    try {
      Event event = stored.event();
      Message message = MessageJson.message(event.payload().toArray());
      return Optional.of(message.traced(TraceHeaders.of(event.headers())));
    } catch (RuntimeException e) {
      LOG.warn("{}: is no message, and is passed over", stored.id(), e);
      return Optional.empty();
    }
  }

  /** Returns the message as an event, which is the only one of its id and hop. */
  public Event keyedEvent() {
    return builder().idempotencyKey(id + "/" + routing.hop()).build();
  }

  /**
   * Returns the message as an event without an idempotency key, for appends that are never
   * repeated.
   */
  public Event unkeyedEvent() {
    return builder().build();
  }

  /**
   * Returns the message as an event of a numbered batch, of which a stream recognises a repeat.
   *
   * @param batch of all messages that are appended together
   * @param before the message in the stream of its channel
   */
  public Event numberedEvent(SourceBatch batch, StoredEvent before) {
    return builder(MessageJson.chosen(this, before.event().payload().toArray()))
        .sourceBatch(batch)
        .build();
  }

  private EventBuilder builder() {
    return builder(Bytes.utf8(Wire.write(this)));
  }

  private EventBuilder builder(Bytes json) {
    EventBuilder event = Event.builder(json).key(Bytes.utf8(id)).contentType("application/json");
    trace.forEach(event::header);
    return event;
  }

  /**
   * Returns the message with a trace.
   *
   * @param headers as {@link TraceHeaders} has them
   */
  public Message traced(Map<String, String> headers) {
    return headers.equals(trace)
        ? this
        : new Message(id, recipient, from, content, expiresAt, metadata, routing, headers);
  }

  /**
   * Returns the message for the stream of the connector that was chosen.
   *
   * @param generation of the connector's definition
   */
  public Message chosen(int generation) {
    return at(routing.chosen(generation));
  }

  /**
   * Returns the message for another choice.
   *
   * @param connector that has refused it
   */
  public Message refusedBy(String connector) {
    return at(routing.refusedBy(connector));
  }

  /** Returns whether its time is over. */
  public boolean isExpired(Instant now) {
    return expiresAt.filter(end -> !now.isBefore(end)).isPresent();
  }

  /** Returns an event of its history. */
  public MessageEvent event(MessageEventKind kind, Instant at) {
    return new MessageEvent(
        id, recipient, kind, routing.hop(), at, MessageParts.NONE, MessageDetails.NONE);
  }

  /** Returns the number of parts as which it is sent: more than 1 only for long texts of SMS. */
  public int parts() {
    return content
        .text()
        .filter(_ -> recipient.channel() == Channel.SMS)
        .flatMap(text -> TextSize.of(text).parts())
        .orElse(1);
  }

  private Message at(RoutingState other) {
    return new Message(id, recipient, from, content, expiresAt, metadata, other, trace);
  }
}
