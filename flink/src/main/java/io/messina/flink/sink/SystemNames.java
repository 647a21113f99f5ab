package io.messina.flink.sink;

import java.util.UUID;

/** Names that are unique. */
final class SystemNames {

  private SystemNames() {}

  static String next() {
    return UUID.randomUUID().toString();
  }
}
