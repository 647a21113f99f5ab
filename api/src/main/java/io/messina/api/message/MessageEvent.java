package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.ScheduleId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An event of a message in the stream {@code messages.events}, whose key is the message. It has
 * each event once.
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageEvent(
    @Field("id of the message") String message,
    @JsonUnwrapped MessageRecipient recipient,
    @Field("kind of the event") MessageEventKind kind,
    @Field("number of connectors chosen for the message so far, from 0") int hop,
    @Field("time, by the clock of the process that saw the event or by the provider") Instant at,
    @JsonUnwrapped MessageParts parts,
    @JsonUnwrapped MessageDetails details) {

  /** The next event, through the same connector. */
  public MessageEvent then(MessageEventKind next, Instant moment) {
    return new MessageEvent(
        message,
        recipient,
        next,
        hop,
        moment,
        MessageParts.NONE,
        MessageDetails.through(details.connector()));
  }

  /** The same, through a connector. */
  public MessageEvent through(String name) {
    return with(
        new MessageDetails(
            Optional.of(name),
            details.code(),
            details.reason(),
            details.departure(),
            details.schedule()));
  }

  /** The same, as the provider has it. */
  public MessageEvent known(List<String> ids, int count) {
    return with(new MessageParts(ids, Optional.of(count), parts.part()));
  }

  /**
   * The same, of one part.
   *
   * @param number of the part, from 1
   */
  public MessageEvent ofPart(int number) {
    return with(new MessageParts(parts.providerIds(), parts.parts(), Optional.of(number)));
  }

  /** The same, with why. */
  public MessageEvent because(Optional<String> code, Optional<String> reason) {
    return with(
        new MessageDetails(
            details.connector(), code, reason, details.departure(), details.schedule()));
  }

  /** The same, waiting. */
  public MessageEvent waiting(Instant moment, ScheduleId id) {
    return with(
        new MessageDetails(
            details.connector(),
            details.code(),
            details.reason(),
            Optional.of(moment),
            Optional.of(id.value())));
  }

  private MessageEvent with(MessageParts other) {
    return new MessageEvent(message, recipient, kind, hop, at, other, details);
  }

  private MessageEvent with(MessageDetails other) {
    return new MessageEvent(message, recipient, kind, hop, at, parts, other);
  }
}
