package io.messina.client;

import java.util.Optional;

/**
 * The query of a path.
 *
 * @param text empty where nothing is asked for
 */
record Query(String text) {

  static final Query NONE = new Query("");

  Query with(String name, Object value) {
    return new Query(text + (text.isEmpty() ? "?" : "&") + name + "=" + Paths.part(value));
  }

  Query with(String name, Optional<?> value) {
    return value.isPresent() ? with(name, value.get()) : this;
  }

  @Override
  public String toString() {
    return text;
  }
}
