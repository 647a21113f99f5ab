package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
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
 * @param account whose it is
 * @param channel by which kind of way
 * @param to the recipient
 * @param campaign what it belongs to
 * @param kind what happened
 * @param hop how many connectors were chosen for it until then, from 0
 * @param at when, by the clock of the process that saw it, or as the provider says
 * @param connector through which it went
 * @param country of the recipient, two letters, where its number tells
 * @param providerIds by which the provider's receipts name it, one for each part if parts have ids
 * @param parts how many the provider counts
 * @param part of which a receipt tells, from 1
 * @param code as the provider names what happened
 * @param reason for people
 * @param departure when it leaves at the earliest, if it has to wait
 * @param schedule by which what waits can be taken back
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageEvent(
    @Field("the message's id") String message,
    @Field("whose it is") AccountName account,
    @Field("by which kind of way") Channel channel,
    @Field("the recipient") String to,
    @Field("what it belongs to") Optional<String> campaign,
    @Field("what happened") MessageEventKind kind,
    @Field("how many connectors were chosen for it until then") int hop,
    @Field("when") Instant at,
    @Field("through which it went") Optional<String> connector,
    @Field("of the recipient, two letters") Optional<String> country,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "by which the provider's receipts name it", otherwise = "[]")
        List<String> providerIds,
    @Field("how many parts the provider counts") Optional<Integer> parts,
    @Field("of which part a receipt tells, from 1") Optional<Integer> part,
    @Field("as the provider names what happened") Optional<String> code,
    @Field("for people") Optional<String> reason,
    @Field("when it leaves at the earliest, if it has to wait") Optional<Instant> departure,
    @Field("by which what waits can be taken back") Optional<String> schedule) {

  /** Keeps a copy of the ids. */
  public MessageEvent {
    providerIds = List.copyOf(providerIds);
  }

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
        account,
        channel,
        to,
        campaign,
        next,
        hop,
        moment,
        connector,
        country,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The same, through a connector.
   *
   * @param name of the connector
   * @return another event
   */
  public MessageEvent through(String name) {
    return with(Optional.of(name), providerIds, parts, part, code, reason);
  }

  /**
   * The same, as the provider has it.
   *
   * @param ids by which the provider's receipts name it
   * @param count how many parts the provider counts
   * @return another event
   */
  public MessageEvent known(List<String> ids, int count) {
    return with(connector, ids, Optional.of(count), part, code, reason);
  }

  /**
   * The same, of one part.
   *
   * @param number of the part, from 1
   * @return another event
   */
  public MessageEvent ofPart(int number) {
    return with(connector, providerIds, parts, Optional.of(number), code, reason);
  }

  /**
   * The same, with why.
   *
   * @param name as the provider names it
   * @param words for people
   * @return another event
   */
  public MessageEvent because(Optional<String> name, Optional<String> words) {
    return with(connector, providerIds, parts, part, name, words);
  }

  /**
   * The same, waiting.
   *
   * @param moment when it leaves at the earliest
   * @param id by which it can be taken back
   * @return another event
   */
  public MessageEvent waiting(Instant moment, ScheduleId id) {
    return new MessageEvent(
        message,
        account,
        channel,
        to,
        campaign,
        kind,
        hop,
        at,
        connector,
        country,
        providerIds,
        parts,
        part,
        code,
        reason,
        Optional.of(moment),
        Optional.of(id.value()));
  }

  private MessageEvent with(
      Optional<String> newConnector,
      List<String> newIds,
      Optional<Integer> newParts,
      Optional<Integer> newPart,
      Optional<String> newCode,
      Optional<String> newReason) {
    return new MessageEvent(
        message,
        account,
        channel,
        to,
        campaign,
        kind,
        hop,
        at,
        newConnector,
        country,
        newIds,
        newParts,
        newPart,
        newCode,
        newReason,
        departure,
        schedule);
  }
}
