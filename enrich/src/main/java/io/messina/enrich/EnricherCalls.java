package io.messina.enrich;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An enricher whose answers are checked. Its exceptions come as a RuntimeException, an Error too:
 * an event that overflows the stack or needs a missing class does no other harm. An error passes
 * only if the virtual machine itself cannot continue, for example without memory.
 *
 * @param <K> a key
 * @param <E> an event
 * @param <S> the state of a key
 * @param <O> an output
 */
final class EnricherCalls<K, E, S, O> {

  /** Of a state whose size is not known. */
  static final int UNKNOWN = -1;

  private final Enricher<K, E, S, O> enricher;
  private final boolean outputPerEvent;

  EnricherCalls(Enricher<K, E, S, O> enricher) {
    this.enricher = enricher;
    this.outputPerEvent = enricher.outputsPer() == OutputsPer.EVENT;
  }

  boolean outputPerEvent() {
    return outputPerEvent;
  }

  /** Returns the memory of a state; {@link #UNKNOWN} where the enricher does not say. */
  int stateBytes(S state) {
    try {
      int bytes = call(() -> enricher.stateBytes(state));
      return bytes < 0 ? UNKNOWN : bytes;
    } catch (RuntimeException e) {
      return UNKNOWN;
    }
  }

  Enriched<S, O> enrich(K key, @Nullable S state, List<E> events) {
    Enriched<S, O> enriched = call(() -> enricher.enrich(key, state, combined(events)));
    check(enriched.outputs(), events.size());
    return enriched;
  }

  List<O> emitAgain(K key, @Nullable S state, List<E> events) {
    List<O> outputs = call(() -> enricher.emitAgain(key, state, events));
    check(outputs, events.size());
    return outputs;
  }

  private static <T> T call(Supplier<T> asked) {
    try {
      return asked.get();
    } catch (StackOverflowError e) {
      throw new IllegalStateException(e.toString(), e);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Error e) {
      throw new IllegalStateException(e.toString(), e);
    }
  }

  private void check(List<O> outputs, int events) {
    int size = outputs.size();
    if (outputPerEvent ? size != events : size > 1) {
      throw new IllegalStateException(
          "outputs: %d (expected: %s)".formatted(size, outputPerEvent ? events : "at most 1"));
    }
  }

  private List<E> combined(List<E> events) {
    if (outputPerEvent || events.size() == 1) {
      return events;
    }
    List<E> combined = new ArrayList<>();
    E last = events.get(0);
    for (int i = 1; i < events.size(); i++) {
      E both = enricher.combine(last, events.get(i));
      if (both == null) {
        combined.add(last);
      }
      last = both == null ? events.get(i) : both;
    }
    combined.add(last);
    return combined;
  }

  /** Applies events one by one, to find out which of them fail. */
  OneByOne<S, O> oneByOne(K key, @Nullable S state, List<E> events) {
    S last = state;
    List<O> outputs = new ArrayList<>();
    List<@Nullable String> errors = new ArrayList<>();
    boolean failed = false;
    for (E event : events) {
      try {
        Enriched<S, O> one = enrich(key, last, List.of(event));
        last = one.state();
        outputs.addAll(one.outputs());
        errors.add(null);
      } catch (RuntimeException e) {
        errors.add(e.toString());
        failed = true;
      }
    }
    return new OneByOne<>(failed ? null : new Enriched<>(last, allOrLast(outputs)), errors);
  }

  private List<O> allOrLast(List<O> outputs) {
    boolean all = outputPerEvent || outputs.size() < 2;
    return all ? outputs : List.of(outputs.get(outputs.size() - 1));
  }

  /**
   * The result of events that were applied one by one.
   *
   * @param enriched null if some failed
   * @param errors for each event, null if it did not fail
   */
  record OneByOne<S, O>(@Nullable Enriched<S, O> enriched, List<@Nullable String> errors) {}
}
