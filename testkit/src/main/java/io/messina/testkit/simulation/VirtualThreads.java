package io.messina.testkit.simulation;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;

/** The parts of the JDK's virtual threads that it keeps to itself, found by reflection. */
final class VirtualThreads {

  private static final String FLAG = "--add-opens java.base/java.lang=ALL-UNNAMED";

  private final Constructor<?> builder;
  private final Field scheduler;
  private final Method afterDone;
  private final Method cancelTimeoutTask;
  private final Field timeout;

  VirtualThreads() {
    try {
      builder =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      builder.setAccessible(true);
      Class<?> virtualThread = Class.forName("java.lang.VirtualThread");
      scheduler = virtualThread.getDeclaredField("scheduler");
      scheduler.setAccessible(true);
      afterDone = virtualThread.getDeclaredMethod("afterDone", boolean.class);
      afterDone.setAccessible(true);
      cancelTimeoutTask = virtualThread.getDeclaredMethod("cancelTimeoutTask");
      cancelTimeoutTask.setAccessible(true);
      timeout = virtualThread.getDeclaredField("timeout");
      timeout.setAccessible(true);
    } catch (InaccessibleObjectException e) {
      throw new IllegalStateException("the simulation needs a JVM started with " + FLAG, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the simulation knows the virtual threads of JDK 25, not of " + Runtime.version(), e);
    }
  }

  /** Builds threads whose every stretch of work is handed to an executor. */
  Thread.Builder.OfVirtual scheduledBy(Executor executor) {
    try {
      return (Thread.Builder.OfVirtual) builder.newInstance(executor);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether an executor runs a thread. */
  boolean isScheduledBy(Thread thread, Executor executor) {
    try {
      return thread.isVirtual() && executor.equals(scheduler.get(thread));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * For how long a thread waits that waits for a limited time: nanoseconds, or milliseconds in
   * {@code Object.wait}.
   */
  long timeout(Thread thread) {
    try {
      return timeout.getLong(thread);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Ends a waiting thread without running it, so that the JVM, which knows all threads, forgets it.
   */
  void discard(Thread thread) {
    try {
      cancelTimeoutTask.invoke(thread);
      afterDone.invoke(thread, true);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
