package io.messina.bench.features;

import io.messina.bench.figures.ArmName;

/** The measurements. */
enum FeatureArm {
  LIST(
      64,
      5_000,
      "latency of reading 50 of the 500 items of one list, counted from when a request was due",
      "p99 at most 5 ms at 5,000 requests/s"),
  VALUES(
      1,
      0,
      "latency of reading 50 scalars of each of 100 entities in one call, one call after the other",
      "p99 at most 10 ms"),
  LISTS(
      1,
      0,
      "latency of reading 50 items of each of 100 lists in one call, one call after the other",
      "none"),
  STORM(
      10_000,
      0,
      "how many reads of the store it takes to answer 10,000 equal requests that are sent at once",
      "at most 10"),
  OVERHEAD(
      1,
      0,
      "latency of reading 50 items of one list, in turns with the same query by the bare driver;"
          + " needs --store",
      "p50 at most 0.5 ms above the driver");

  private final int connections;
  private final int rate;
  private final String meaning;
  private final String target;

  FeatureArm(int connections, int rate, String meaning, String target) {
    this.connections = connections;
    this.rate = rate;
    this.meaning = meaning;
    this.target = target;
  }

  static FeatureArm parse(String text) {
    return ArmName.parse(values(), text);
  }

  /** Returns the default number of connections. */
  int connections() {
    return connections;
  }

  /** Requests per second unless told otherwise; 0 for one after the other on each connection. */
  int rate() {
    return rate;
  }

  /** Returns the meaning of its number. */
  String meaning() {
    return meaning;
  }

  String target() {
    return target;
  }

  @Override
  public String toString() {
    return ArmName.of(this);
  }
}
