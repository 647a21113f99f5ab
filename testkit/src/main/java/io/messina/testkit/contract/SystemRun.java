package io.messina.testkit.contract;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * One run of the contract: the only place where it asks the machine for time and identity.
 *
 * @param start the real time, so that a database with a clock of its own agrees about what is near
 * @param name part of all partition keys, so that what earlier runs left is never met
 */
record SystemRun(Instant start, String name) {

  static SystemRun begin() {
    return new SystemRun(
        Instant.now().truncatedTo(ChronoUnit.MILLIS), UUID.randomUUID().toString());
  }
}
