package io.messina.flink.enrichment;

/** The clock of this process. */
enum SystemTicker implements Ticker {
  INSTANCE;

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }
}
