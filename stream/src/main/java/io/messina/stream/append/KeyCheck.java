package io.messina.stream.append;

import io.messina.api.Position;

/** Whether an event with this idempotency key was seen before. */
sealed interface KeyCheck {

  /** It was not: append it. The key counts as under way until it is settled or released. */
  record First() implements KeyCheck {}

  /**
   * It was: answer with the first one's place, and append nothing.
   *
   * @param position where the first one stands
   */
  record Repeat(Position position) implements KeyCheck {}

  /**
   * The key was, with another body: refuse it.
   *
   * @param position where the first one stands
   */
  record OtherBody(Position position) implements KeyCheck {}

  /** One with this key is being appended: ask again once that is answered. */
  record UnderWay() implements KeyCheck {}
}
