package io.messina.stream.node;

import io.messina.api.Position;
import io.messina.stream.EventId;
import io.messina.stream.peer.AppendedSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What became of an append. Immutable. */
public final class AppendResult {

  private final int size;
  private final int[] partOf;
  private final List<List<AppendedSpan>> parts; // without spans where it is not known to be stored

  AppendResult(int size, int[] partOf, List<List<AppendedSpan>> parts) {
    this.size = size;
    this.partOf = partOf;
    this.parts = parts;
  }

  /**
   * How many events were handed in.
   *
   * @return from 1
   */
  public int size() {
    return size;
  }

  /**
   * How many events this append has stored.
   *
   * @return from 0
   */
  public int accepted() {
    return count(span -> !span.duplicate());
  }

  /**
   * How many events were there already.
   *
   * @return from 0
   */
  public int duplicates() {
    return count(AppendedSpan::duplicate);
  }

  /**
   * How many of the {@link #duplicates} are only taken for such, since the number of their batch is
   * more than 64 below the highest of its source. They are there if the producer sent no batch
   * before the one 64 below it was acknowledged; else they may never have been stored.
   *
   * @return from 0
   */
  public int unchecked() {
    return count(AppendedSpan::unchecked);
  }

  /**
   * Whether an event is stored, by this append or before. True for all, but in what a {@link
   * PartlyStoredException} carries.
   *
   * @param index of the event as it was handed in, from 0
   * @return false where that is not known
   */
  public boolean isStored(int index) {
    return !parts.get(partOf.length == 0 ? 0 : partOf[index]).isEmpty();
  }

  /**
   * What the events are called. Computed at each call.
   *
   * @return in the order in which they were handed in; empty where only that it is stored is known,
   *     as of a numbered batch that came again, or where {@link #isStored} is false
   */
  public List<Optional<EventId>> ids() {
    List<Iterator<Optional<EventId>>> ids = parts.stream().map(part -> ids(part)).toList();
    List<Optional<EventId>> all = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      Iterator<Optional<EventId>> part = ids.get(partOf.length == 0 ? 0 : partOf[i]);
      all.add(part.hasNext() ? part.next() : Optional.empty());
    }
    return Collections.unmodifiableList(all);
  }

  private static Iterator<Optional<EventId>> ids(List<AppendedSpan> spans) {
    List<Optional<EventId>> ids = new ArrayList<>();
    for (AppendedSpan span : spans) {
      for (int i = 0; i < span.count(); i++) {
        int behind = i;
        ids.add(span.first().map(first -> behind(first, behind)));
      }
    }
    return ids.iterator();
  }

  private static EventId behind(EventId first, int count) {
    Position position = first.position();
    return new EventId(
        first.streamGeneration(),
        first.shard(),
        first.segment(),
        new Position(position.epoch(), position.sequence() + count));
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
