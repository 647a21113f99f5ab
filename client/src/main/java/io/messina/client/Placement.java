package io.messina.client;

import java.util.Locale;

/** How a stream chooses where its shards live in the database. */
public enum Placement {
  /** It does not. */
  ANY,
  /** Log and state of a shard live on one core of one node, and on the same further replicas. */
  CORE;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Placement parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
