package io.messina.bench.http;

import io.messina.bench.figures.ArmName;

/** The measurements. */
enum HttpArm {
  INGEST(
      32,
      "events per second that the server answers as durable, from NDJSON of 100 events of 200"
          + " bytes",
      "at least 300,000 events/s"),
  SINGLES(
      64,
      "events per second that the server answers as durable, one of 200 bytes per request",
      "at least 25,000 events/s, p99 at most 20 ms"),
  CLAIMS(
      8,
      "events per second that workers claim in batches of 500 and ack, from a backlog",
      "at least 100,000 events/s"),
  IDLE_POLLS(
      32,
      "as ingest, by a server that holds 10,000 claims that wait, beside one that holds none, each"
          + " with a heap of 512 MiB",
      "a heap of at most 512 MiB, and no slower"),
  TOKENS(
      64,
      "as singles, by a server that asks for tokens, beside one that asks for none",
      "at most 1.05 times the CPU of the server for an event"),
  GREEDY_TOKEN(
      16,
      "how long a client with a token waits at 500 events a second, one per request, beside one"
          + " that sends 3 times the 1,000 a second that its token allows, and beside the same"
          + " within them",
      "at most twice the p99"),
  FORWARDED(
      16,
      "how long a client of a server that owns no shards waits at 500 events a second, one per"
          + " request, beside one of the owner",
      "at most 1 ms more at p50");

  private final int connections;
  private final String meaning;
  private final String target;

  HttpArm(int connections, String meaning, String target) {
    this.connections = connections;
    this.meaning = meaning;
    this.target = target;
  }

  static HttpArm parse(String text) {
    return ArmName.parse(values(), text);
  }

  /** Returns the default number of connections. */
  int connections() {
    return connections;
  }

  /** Returns the meaning of its number. */
  String meaning() {
    return meaning;
  }

  /** Whether clients send at a rate of their own, as waits are what it is about. */
  boolean isPaced() {
    return this == GREEDY_TOKEN || this == FORWARDED;
  }

  String target() {
    return target;
  }

  @Override
  public String toString() {
    return ArmName.of(this);
  }
}
