package io.messina.runtime.definition;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A condition on the present definition for changing it. It is checked where the change is decided,
 * so that of two changes that expect the same tag the second is refused.
 */
@FunctionalInterface
public interface Precondition {

  /** Accepts any state. */
  Precondition NONE = tag -> {};

  /**
   * Checks the present definition.
   *
   * @param tag of the definition, empty where there is none
   * @throws RuntimeException where the change must not be made; it is thrown to the caller
   */
  void check(Supplier<Optional<String>> tag);
}
