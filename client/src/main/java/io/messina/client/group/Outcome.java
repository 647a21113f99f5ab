package io.messina.client.group;

import io.messina.api.Nack;
import java.time.Duration;
import java.util.List;

/** What is to become of an event that was handed out. */
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
   * @param outputs what is appended with the acknowledgement
   * @return the outcome
   */
  static Outcome done(List<Output> outputs) {
    return new Done(outputs);
  }

  /**
   * It is to be tried again after the group's backoff.
   *
   * @param error why, as it is shown
   * @return the outcome
   */
  static Outcome retry(String error) {
    return new Returned(Nack.retry(error));
  }

  /**
   * It is to be tried again after a while.
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
   * @param outputs what is appended with the acknowledgement
   */
  record Done(List<Output> outputs) implements Outcome {

    /** An outcome whose outputs nobody changes any more. */
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
