package io.messina.stream.node;

import io.messina.stream.EventAddress;
import io.messina.stream.owner.AppendedSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The result of an append. Immutable. */
public final class AppendResult {

  private final int size;
  private final int[] partOf;
  private final List<List<AppendedSpan>> parts; // no spans: not known to be stored

  AppendResult(int size, int[] partOf, List<List<AppendedSpan>> parts) {
    this.size = size;
    this.partOf = partOf;
    this.parts = parts;
  }

  /** Returns how many events were passed in, from 1. */
  public int size() {
    return size;
  }

  /** Returns how many events this append stored. */
  public int accepted() {
    return count(span -> !span.duplicate());
  }

  /** Returns how many events had been stored before, by an earlier attempt. */
  public int duplicates() {
    return count(AppendedSpan::duplicate);
  }

  /**
   * Returns how many of the {@link #duplicates} are only assumed to be duplicates, because the
   * number of their batch is more than 64 below the highest of its source. They are stored if the
   * producer never sends a batch before the one 64 below it was acknowledged; otherwise they may be
   * missing.
   */
  public int unchecked() {
    return count(AppendedSpan::unchecked);
  }

  /**
   * Returns whether an event is stored, by this append or before. Always true, except in the result
   * that a {@link PartlyStoredException} carries.
   *
   * @param index of the event in the request, from 0
   * @return false if it is not known
   */
  public boolean isStored(int index) {
    return !parts.get(partOf.length == 0 ? 0 : partOf[index]).isEmpty();
  }

  /**
   * Returns of each event whether it had been stored before, by an earlier attempt; computed at
   * each call.
   *
   * @return in the order of the request; false for one of which {@link #isStored} is false
   */
  public List<Boolean> areDuplicates() {
    List<Boolean> all = new ArrayList<>(size);
    visitIds((span, _) -> all.add(span.filter(AppendedSpan::duplicate).isPresent()));
    return all;
  }

  /**
   * Returns the ids of the events, computed at each call.
   *
   * @return in the order of the request; empty for an event that is known to be stored but not
   *     where, as in a repeated numbered batch, or for which {@link #isStored} is false
   */
  public List<Optional<EventAddress>> ids() {
    List<Optional<EventAddress>> all = new ArrayList<>(size);
    visitIds(
        (span, index) -> all.add(span.flatMap(AppendedSpan::first).map(it -> it.behind(index))));
    return Collections.unmodifiableList(all);
  }

  /** Takes the places of events, one after another. */
  @FunctionalInterface
  public interface IdVisitor {

    /**
     * An event.
     *
     * @param span that it is in; empty if it is not known to be stored
     * @param index of the event in the span
     */
    void visit(Optional<AppendedSpan> span, int index);
  }

  /** Passes the events in the order of the request. */
  public void visitIds(IdVisitor visitor) {
    int[] spanOf = new int[parts.size()];
    int[] indexOf = new int[parts.size()];
    List<List<Optional<AppendedSpan>>> spans =
        parts.stream().map(part -> part.stream().map(Optional::of).toList()).toList();
    for (int i = 0; i < size; i++) {
      int part = partOf.length == 0 ? 0 : partOf[i];
      if (spanOf[part] == spans.get(part).size()) {
        visitor.visit(Optional.empty(), 0);
        continue;
      }
      Optional<AppendedSpan> span = spans.get(part).get(spanOf[part]);
      visitor.visit(span, indexOf[part]);
      indexOf[part]++;
      if (indexOf[part] == span.orElseThrow().count()) {
        spanOf[part]++;
        indexOf[part] = 0;
      }
    }
  }

  private int count(Predicate<AppendedSpan> which) {
    int count = 0;
    for (List<AppendedSpan> part : parts) {
      for (AppendedSpan span : part) {
        count += which.test(span) ? span.count() : 0;
      }
    }
    return count;
  }
}
