package io.messina.messaging.accept;

import io.messina.api.message.NewMessage;
import io.messina.messaging.Message;
import io.messina.messaging.accept.MessageKeyTable.AccountKey;
import io.messina.stream.Event;
import java.util.Optional;

/** A message that is asked for, and how far it has come. For one thread at a time. */
final class MessageRequest {

  final NewMessage wanted;

  /** Its key, if it has one. */
  final Optional<AccountKey> accountKey;

  /** By which a repeat is told from another message; empty without a key. */
  final String digest;

  /** The name of what is decided now, if it has a key. */
  String attempt = "";

  /** What it will be called, once that is known. */
  String id = "";

  /** Whether it was decided before, and nobody knows whether it is anywhere. */
  boolean isResumed;

  /** Once it is checked and complete. */
  Optional<Draft> draft = Optional.empty();

  /** Once it is known. */
  Optional<Acceptance.Answer> answer = Optional.empty();

  MessageRequest(NewMessage wanted) {
    this.wanted = wanted;
    this.accountKey = wanted.marks().key().map(key -> new AccountKey(wanted.account(), key));
    this.digest = accountKey.isPresent() ? MessageIds.digest(wanted) : "";
  }

  boolean isOpen() {
    return answer.isEmpty();
  }

  /** Whether nobody has decided for it before. */
  boolean isFresh() {
    return isOpen() && !isResumed;
  }

  boolean isKeyed() {
    return accountKey.isPresent();
  }

  Draft complete() {
    return draft.orElseThrow();
  }

  /** Nobody can ask again for a message without a key, whose id nobody knows. */
  Event event() {
    Message message = complete().message();
    return isKeyed() ? message.keyedEvent() : message.unkeyedEvent();
  }

  void accepted(boolean repeated) {
    answer = Optional.of(new Acceptance.Answer(Optional.of(id), repeated, Optional.empty()));
  }

  /**
   * It is not accepted.
   *
   * @param why thrown by what was to accept it
   * @throws RuntimeException the same, if it is a mistake of this program
   */
  void refused(RuntimeException why) {
    answer =
        Optional.of(
            new Acceptance.Answer(
                Optional.empty(), false, Optional.of(NotAcceptedException.of(why))));
  }
}
