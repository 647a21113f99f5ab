package io.messina.testkit.contract;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * One run of the contract: the only place where it asks the machine for time and identity.
 *
 * @param start the real time, so that a database with its own clock agrees about near times
 * @param name part of all partition keys, so that data of earlier runs is never met
 */
record SystemRun(Instant start, String name) {

  static SystemRun begin() {
    return new SystemRun(
        Instant.now().truncatedTo(ChronoUnit.MILLIS), UUID.randomUUID().toString());
  }
}
