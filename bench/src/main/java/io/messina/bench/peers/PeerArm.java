package io.messina.bench.peers;

import io.messina.bench.figures.ArmName;

/** The measurements. Those with the same {@link Kind} are compared. */
enum PeerArm {
  KAFKA(
      Kind.APPEND,
      Server.KAFKA,
      Promise.PAGE_CACHE,
      "one producer with its defaults, acks=all, 16 partitions"),
  KAFKA_FLUSH(
      Kind.APPEND, Server.KAFKA, Promise.FSYNC, "the same into a topic with flush.messages=1"),
  NDJSON(
      Kind.APPEND,
      Server.MESSINA,
      Promise.FSYNC,
      "NDJSON of 100 events from a cheap generator, 32 connections"),
  NDJSON_NEUTRAL(
      Kind.APPEND,
      Server.MESSINA,
      Promise.FSYNC,
      "NDJSON of 100 events by wrk or h2load, 32 connections"),
  CLIENT(
      Kind.APPEND,
      Server.MESSINA,
      Promise.FSYNC,
      "one BatchingAppender of the Java client with its defaults"),
  POSTGRES_BATCHES(
      Kind.APPEND,
      Server.POSTGRES,
      Promise.FSYNC,
      "an INSERT of 100 rows for each commit, 32 connections"),
  SINGLES(
      Kind.SINGLE,
      Server.MESSINA,
      Promise.FSYNC,
      "a POST for each event from a cheap generator, 64 connections"),
  SINGLES_NEUTRAL(
      Kind.SINGLE,
      Server.MESSINA,
      Promise.FSYNC,
      "a POST for each event by wrk or h2load, 64 connections"),
  CONSTANT(
      Kind.SINGLE,
      Server.HELIDON,
      Promise.NOTHING,
      "the same POSTs to bare Helidon, which reads them and answers a constant"),
  CONSTANT_NEUTRAL(
      Kind.SINGLE,
      Server.HELIDON,
      Promise.NOTHING,
      "the same POSTs to bare Helidon by wrk or h2load, 64 connections"),
  POSTGRES_SINGLES(
      Kind.SINGLE, Server.POSTGRES, Promise.FSYNC, "an INSERT for each commit, 64 connections"),
  CLAIMS(
      Kind.CLAIM,
      Server.MESSINA,
      Promise.FSYNC,
      "claim and ack of a backlog over HTTP, 500 events at a time, 8 connections"),
  KAFKA_SHARE(
      Kind.CLAIM,
      Server.KAFKA,
      Promise.PAGE_CACHE,
      "a share group with explicit acks, 500 records at a time, 8 consumers"),
  POSTGRES_CLAIMS(
      Kind.CLAIM,
      Server.POSTGRES,
      Promise.FSYNC,
      "SELECT FOR UPDATE SKIP LOCKED and DELETE, 500 rows at a time, 8 connections"),
  KAFKA_5000(
      Kind.AT_5000, Server.KAFKA, Promise.PAGE_CACHE, "a producer with linger 0, to a consumer"),
  KAFKA_FLUSH_5000(
      Kind.AT_5000, Server.KAFKA, Promise.FSYNC, "the same into a topic with flush.messages=1"),
  HANDLER_5000(
      Kind.AT_5000, Server.MESSINA, Promise.FSYNC, "a POST for each, to a handler in the server"),
  POLL_5000(
      Kind.AT_5000, Server.MESSINA, Promise.FSYNC, "a POST for each, to claims that wait (HTTP)"),
  KAFKA_10000(
      Kind.AT_10000, Server.KAFKA, Promise.PAGE_CACHE, "a producer with linger 0, to a consumer"),
  KAFKA_FLUSH_10000(
      Kind.AT_10000, Server.KAFKA, Promise.FSYNC, "the same into a topic with flush.messages=1"),
  HANDLER_10000(
      Kind.AT_10000, Server.MESSINA, Promise.FSYNC, "a POST for each, to a handler in the server"),
  POLL_10000(
      Kind.AT_10000, Server.MESSINA, Promise.FSYNC, "a POST for each, to claims that wait (HTTP)");

  /** What is measured. */
  enum Kind {
    APPEND("events of 200 bytes, many at a time, as fast as they are acknowledged"),
    SINGLE("events of 200 bytes, one in a request, as fast as they are acknowledged"),
    CLAIM("events of a backlog, handed out and acknowledged"),
    AT_5000("latency from when an event is due until a consumer has it, 5,000 events/s"),
    AT_10000("latency from when an event is due until a consumer has it, 10,000 events/s");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    String meaning() {
      return meaning;
    }

    /** Whether events come at a rate, so that their latencies mean something. */
    boolean isPaced() {
      return this == AT_5000 || this == AT_10000;
    }
  }

  /** Who answers. */
  enum Server {
    MESSINA,
    HELIDON,
    KAFKA,
    POSTGRES
  }

  /** What is certain once an event, or an ack, is acknowledged. */
  enum Promise {
    FSYNC("fsync before the answer"),
    PAGE_CACHE("page cache only"),
    NOTHING("nothing is stored");

    private final String meaning;

    Promise(String meaning) {
      this.meaning = meaning;
    }

    String meaning() {
      return meaning;
    }
  }

  private final Kind kind;
  private final Server server;
  private final Promise promise;
  private final String meaning;

  PeerArm(Kind kind, Server server, Promise promise, String meaning) {
    this.kind = kind;
    this.server = server;
    this.promise = promise;
    this.meaning = meaning;
  }

  static PeerArm parse(String text) {
    return ArmName.parse(values(), text);
  }

  Kind kind() {
    return kind;
  }

  Server server() {
    return server;
  }

  Promise promise() {
    return promise;
  }

  String meaning() {
    return meaning;
  }

  /** Whether another build is measured beside this one, where {@code --baseline} names it. */
  boolean hasBaseline() {
    return this == NDJSON || this == CLIENT || this == SINGLES || this == CLAIMS;
  }

  /** Whether a program that is not Messina's sends its requests. */
  boolean isNeutral() {
    return this == NDJSON_NEUTRAL || this == SINGLES_NEUTRAL || this == CONSTANT_NEUTRAL;
  }

  /** Events that are appended in a second, where the kind says so. */
  int perSecond() {
    return kind == Kind.AT_5000 ? 5_000 : 10_000;
  }

  @Override
  public String toString() {
    return ArmName.of(this);
  }
}
