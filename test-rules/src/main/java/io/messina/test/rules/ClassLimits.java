package io.messina.test.rules;

import java.time.Duration;
import java.util.Optional;

/**
 * The limits on the time of a test class.
 *
 * @param still after which one must have used some processor time
 * @param used how much that is, with the processes that it started
 * @param whole after which it is ended in any case
 */
record ClassLimits(Duration still, Duration used, Duration whole) {

  /** Why a class must end now, or nothing. */
  Optional<String> brokenBy(Duration ran, Duration cpu) {
    if (ran.compareTo(whole) > 0) {
      return Optional.of("ran for more than " + whole.toSeconds() + " s");
    }
    if (ran.compareTo(still) > 0 && cpu.compareTo(used) < 0) {
      return Optional.of(
          "ran for more than %d s and used %d s of the processor, less than %d s: it hangs"
              .formatted(still.toSeconds(), cpu.toSeconds(), used.toSeconds()));
    }
    return Optional.empty();
  }
}
