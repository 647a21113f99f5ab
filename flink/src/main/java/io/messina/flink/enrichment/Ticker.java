package io.messina.flink.enrichment;

import java.io.Serializable;

/** A clock that never goes back, in nanoseconds. */
@FunctionalInterface
interface Ticker extends Serializable {

  long nanoTime();
}
