package io.messina.cli.demo;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Which attempts fail on purpose: the first ones of some events, the same ones in any language. */
final class Mishaps {

  /** Of a hundred events. */
  static final int PERCENT = 3;

  private Mishaps() {}

  static boolean isDue(String eventId, int attempt) {
    CRC32 hash = new CRC32();
    hash.update(eventId.getBytes(StandardCharsets.UTF_8));
    return attempt == 1 && hash.getValue() % 100 < PERCENT;
  }
}
