package io.messina.messaging.accept;

import io.messina.api.message.NewMessage;
import io.messina.messaging.Message;
import io.messina.messaging.accept.MessageKeyTable.AccountKey;
import io.messina.stream.Event;
import java.util.Map;
import java.util.Optional;

/** A message that is asked for, and how far it has come. For one thread at a time. */
final class MessageRequest {

  final NewMessage wanted;

  /** Of the request it came with. */
  private final Map<String, String> trace;

  /** Its key, if it has one. */
  final Optional<AccountKey> accountKey;

  /** Distinguishes a repeat from another message; empty without a key. */
  final String digest;

  /** The name of the current decision, if it has a key. */
  String attempt = "";

  /** The message's id, once it is known. */
  String id = "";

  /** Whether a decision exists from an earlier request, and the message may be stored or not. */
  boolean isResumed;

  /** Once it is checked and complete. */
  Optional<Draft> draft = Optional.empty();

  /** Once it is known. */
  Optional<Acceptance.Answer> answer = Optional.empty();

  MessageRequest(NewMessage wanted, Map<String, String> trace) {
    this.wanted = wanted;
    this.trace = trace;
    this.accountKey = wanted.marks().key().map(key -> new AccountKey(wanted.account(), key));
    this.digest = accountKey.isPresent() ? MessageIds.digest(wanted) : "";
  }

  boolean isOpen() {
    return answer.isEmpty();
  }

  /** Whether no earlier decision exists. */
  boolean isFresh() {
    return isOpen() && !isResumed;
  }

  boolean isKeyed() {
    return accountKey.isPresent();
  }

  Draft complete() {
    return draft.orElseThrow();
  }

  /**
   * A message without a key has an unknown id and is never repeated, so its event has no key
   * either.
   */
  Event event() {
    Message message = complete().message().traced(trace);
    return isKeyed() ? message.keyedEvent() : message.unkeyedEvent();
  }

  void accepted(boolean repeated) {
    answer = Optional.of(new Acceptance.Answer(Optional.of(id), repeated, Optional.empty()));
  }

  /**
   * Sets the answer to a refusal.
   *
   * @throws RuntimeException the same, if it is a bug
   */
  void refused(RuntimeException why) {
    answer =
        Optional.of(
            new Acceptance.Answer(
                Optional.empty(), false, Optional.of(NotAcceptedException.of(why))));
  }
}
