package io.messina.client.group;

import io.messina.api.Nack;
import java.time.Duration;
import java.util.List;

/** The result of handling an event. */
public sealed interface Outcome {

  /**
   * It is done.
   *
   * @return the outcome
   */
  static Outcome done() {
    return new Done(List.of());
  }

  /**
   * It is done, and these events come of it.
   *
   * @param outputs the events to append with the acknowledgement; those without a trace get that of
   *     the handled event
   * @return the outcome
   */
  static Outcome done(List<Output> outputs) {
    return new Done(outputs);
  }

  /**
   * The event must be tried again after the group's backoff.
   *
   * @param error why, as it is shown
   * @return the outcome
   */
  static Outcome retry(String error) {
    return new Returned(Nack.retry(error));
  }

  /**
   * The event must be tried again after a delay.
   *
   * @param error why, as it is shown
   * @param delay until the next attempt
   * @return the outcome
   */
  static Outcome retry(String error, Duration delay) {
    return new Returned(Nack.retry(error, delay));
  }

  /**
   * It becomes a dead letter.
   *
   * @param error why, as it is shown
   * @return the outcome
   */
  static Outcome reject(String error) {
    return new Returned(Nack.dead(error));
  }

  /**
   * It is done.
   *
   * @param outputs the events to append with the acknowledgement
   */
  record Done(List<Output> outputs) implements Outcome {

    /** Copies the outputs, so that later changes by the caller have no effect. */
    public Done {
      outputs = List.copyOf(outputs);
    }
  }

  /**
   * It is not done.
   *
   * @param nack how it is returned
   */
  record Returned(Nack nack) implements Outcome {}
}
