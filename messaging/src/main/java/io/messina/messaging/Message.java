package io.messina.messaging;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A message on its way, as it stands in the streams of channels and of connectors. What is accepted
 * twice is the same in each byte.
 *
 * @param id of letters and digits, at most 64
 * @param account whose it is
 * @param channel by which kind of way
 * @param from the sender; absent for that of the connector
 * @param to the recipient, checked
 * @param content what it says, complete
 * @param expiresAt not after this time
 * @param campaign what it belongs to
 * @param metadata of the sender's own
 * @param country of the recipient, two letters, where the number tells
 * @param hop how many connectors were chosen for it, from 0
 * @param tried the connectors that have refused it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Message(
    String id,
    AccountName account,
    Channel channel,
    Optional<String> from,
    String to,
    MessageContent content,
    Optional<Instant> expiresAt,
    Optional<String> campaign,
    Map<String, String> metadata,
    Optional<String> country,
    int hop,
    List<String> tried) {

  private static final Logger LOG = LoggerFactory.getLogger(Message.class);

  /** Keeps copies. */
  public Message {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    tried = List.copyOf(tried);
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
  public Event event() {
    return Event.builder(Bytes.utf8(Wire.write(this)))
        .key(Bytes.utf8(id))
        .idempotencyKey(id + "/" + hop)
        .contentType("application/json")
        .build();
  }

  /** Returns the message on its way to a connector that was chosen. */
  public Message chosen() {
    return at(hop + 1, tried);
  }

  /**
   * Returns the message for another choice.
   *
   * @param connector that has refused it
   */
  public Message refusedBy(String connector) {
    List<String> all = new ArrayList<>(tried);
    all.add(connector);
    return at(hop, all);
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
  public MessageEvent happened(MessageEventKind kind, Instant at) {
    return new MessageEvent(
        id,
        account,
        channel,
        to,
        campaign,
        kind,
        hop,
        at,
        Optional.empty(),
        country,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private Message at(int newHop, List<String> newTried) {
    return new Message(
        id, account, channel, from, to, content, expiresAt, campaign, metadata, country, newHop,
        newTried);
  }
}
