package io.messina.stream.append;

import io.messina.api.Position;

/** Whether an event with this idempotency key was seen before. */
sealed interface KeyCheck {

  /** It was not: append it. The key is held until it is settled or released. */
  record First() implements KeyCheck {}

  /** It was: answer with the position of the first event, and append nothing. */
  record Repeat(Position position) implements KeyCheck {}

  /**
   * The key was, with another body: refuse the event.
   *
   * @param position of the first event
   */
  record OtherBody(Position position) implements KeyCheck {}

  /** An event with this key is being appended: check again once that append is answered. */
  record UnderWay() implements KeyCheck {}
}
