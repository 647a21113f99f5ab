package io.messina.testkit;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Raises the tries of properties that name their number, as the system property {@code
 * messina.test.tries} raises the tries of all others: 1,000 leaves them as they are, 50,000 makes
 * 50 times as many of each. jqwik finds it by the service loader, in every module that has this
 * one.
 */
public final class ScaledTries implements AroundPropertyHook {

  private static final String TRIES = "messina.test.tries";
  private static final int TRIES_DEFAULT = 1_000;

  /** For jqwik. */
  public ScaledTries() {}

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    int all = Integer.getInteger(TRIES, TRIES_DEFAULT);
    PropertyAttributes attributes = context.attributes();
    attributes.tries().ifPresent(named -> attributes.setTries(scaled(named, all)));
    return property.execute();
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS; // else the engine alone would have it
  }

  /** At least one. */
  static int scaled(int named, int all) {
    return Math.toIntExact(Math.max(1, (long) named * all / TRIES_DEFAULT));
  }
}
