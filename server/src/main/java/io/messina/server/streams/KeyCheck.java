package io.messina.server.streams;

import io.messina.api.StreamName;
import java.util.Optional;

/** Decides whether a stream may have a key. */
@FunctionalInterface
public interface KeyCheck {

  /**
   * Checks a key.
   *
   * @param former the key so far, if the stream has one; empty if the stream is created now
   * @param key which it is to have, if any
   * @throws io.messina.runtime.RequestException.Refused if something rests on another key
   */
  void check(StreamName stream, Optional<Optional<String>> former, Optional<String> key);
}
