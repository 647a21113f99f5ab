package io.messina.flink.enrichment;

import java.io.Serializable;

/** A clock that is never set back, in nanoseconds. */
@FunctionalInterface
interface Ticker extends Serializable {

  long nanoTime();
}
