package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.ScheduleId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One thing that happened to a message: an event of the stream {@code messages.events}, whose key
 * is the message. It comes there once.
 *
 * @param message its id
 * @param recipient whose it is, and whom it is for
 * @param kind what happened
 * @param hop how many connectors were chosen for it until then, from 0
 * @param at when, by the clock of the process that saw it, or as the provider says
 * @param parts at the provider
 * @param details how it happened
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageEvent(
    @Field("the message's id") String message,
    @JsonUnwrapped MessageRecipient recipient,
    @Field("what happened") MessageEventKind kind,
    @Field("how many connectors were chosen for it until then") int hop,
    @Field("when") Instant at,
    @JsonUnwrapped MessageParts parts,
    @JsonUnwrapped MessageDetails details) {

  /**
   * What happened next, through the same connector.
   *
   * @param next what
   * @param moment when
   * @return another event
   */
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

  /**
   * The same, through a connector.
   *
   * @param name of the connector
   * @return another event
   */
  public MessageEvent through(String name) {
    return with(
        new MessageDetails(
            Optional.of(name),
            details.code(),
            details.reason(),
            details.departure(),
            details.schedule()));
  }

  /**
   * The same, as the provider has it.
   *
   * @param ids by which the provider's receipts name it
   * @param count how many parts the provider counts
   * @return another event
   */
  public MessageEvent known(List<String> ids, int count) {
    return with(new MessageParts(ids, Optional.of(count), parts.part()));
  }

  /**
   * The same, of one part.
   *
   * @param number of the part, from 1
   * @return another event
   */
  public MessageEvent ofPart(int number) {
    return with(new MessageParts(parts.providerIds(), parts.parts(), Optional.of(number)));
  }

  /**
   * The same, with why.
   *
   * @param code as the provider names it
   * @param reason for people
   * @return another event
   */
  public MessageEvent because(Optional<String> code, Optional<String> reason) {
    return with(
        new MessageDetails(
            details.connector(), code, reason, details.departure(), details.schedule()));
  }

  /**
   * The same, waiting.
   *
   * @param moment when it leaves at the earliest
   * @param id by which it can be taken back
   * @return another event
   */
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
