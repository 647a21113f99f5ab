package io.messina.messaging;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
 * A message on its way, as it stands in the streams of channels and of connectors. What is accepted
 * twice is the same in each byte.
 *
 * @param id of letters and digits, at most 64
 * @param recipient whose it is, and whom it is for, checked
 * @param from the sender; absent for that of the connector
 * @param content what it says, complete
 * @param expiresAt not after this time
 * @param metadata of the sender's own
 * @param routing the choices that were made for it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Message(
    String id,
    @JsonUnwrapped MessageRecipient recipient,
    Optional<String> from,
    MessageContent content,
    Optional<Instant> expiresAt,
    Map<String, String> metadata,
    @JsonUnwrapped RoutingState routing) {

  private static final Logger LOG = LoggerFactory.getLogger(Message.class);

  /** Keeps a copy. */
  public Message {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /**
   * Reads a message of an event.
   *
   * @param stored of the stream of a channel or a connector
   * @return empty, with a warning in the log, if somebody else has appended something else
   */
  public static Optional<Message> of(StoredEvent stored) {
    try {
      return Optional.of(Wire.read(stored.event().payload().toArray(), Message.class));
    } catch (RuntimeException e) {
      LOG.warn("{}: is no message, and is passed over", stored.id(), e);
      return Optional.empty();
    }
  }

  /** Returns the message as an event, which is the only one of its id and hop. */
  public Event keyedEvent() {
    return builder().idempotencyKey(id + "/" + routing.hop()).build();
  }

  /** Returns the message as an event that nobody appends a second time. */
  public Event unkeyedEvent() {
    return builder().build();
  }

  private EventBuilder builder() {
    return Event.builder(Bytes.utf8(Wire.write(this)))
        .key(Bytes.utf8(id))
        .contentType("application/json");
  }

  /**
   * Returns the message on its way to a connector that was chosen.
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

  /**
   * Returns what happened to it.
   *
   * @param kind what
   * @param at when
   */
  public MessageEvent event(MessageEventKind kind, Instant at) {
    return new MessageEvent(
        id, recipient, kind, routing.hop(), at, MessageParts.NONE, MessageDetails.NONE);
  }

  /** Returns as how many parts it goes out, as far as its channel and its text say. */
  public int parts() {
    return content
        .text()
        .filter(_ -> recipient.channel() == Channel.SMS)
        .flatMap(text -> TextSize.of(text).parts())
        .orElse(1);
  }

  private Message at(RoutingState other) {
    return new Message(id, recipient, from, content, expiresAt, metadata, other);
  }
}
