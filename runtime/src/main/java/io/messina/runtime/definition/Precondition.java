package io.messina.runtime.definition;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * What has to stand for a definition to be changed. It is checked where the change is decided, so
 * that of two changes that expect the same tag the second is refused.
 */
@FunctionalInterface
public interface Precondition {

  /** Whatever stands. */
  Precondition NONE = tag -> {};

  /**
   * Looks at what stands.
   *
   * @param tag of the definition, empty where there is none
   * @throws RuntimeException where the change is not to be made; it answers who asked for it
   */
  void check(Supplier<Optional<String>> tag);
}
