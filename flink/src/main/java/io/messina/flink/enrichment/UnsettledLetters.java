package io.messina.flink.enrichment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The ids of dead letters that are put out, and not yet in a checkpoint that is complete. */
final class UnsettledLetters {

  private final List<Long> inNone = new ArrayList<>();
  private final NavigableMap<Long, List<Long>> atCheckpoint = new TreeMap<>();

  void add(long id) {
    inNone.add(id);
  }

  /** A checkpoint is taken that has all so far. */
  void taken(long checkpoint) {
    if (!inNone.isEmpty()) {
      atCheckpoint.put(checkpoint, new ArrayList<>(inNone));
      inNone.clear();
    }
  }

  /** Takes the letters in a checkpoint that is complete now. */
  List<Long> complete(long checkpoint) {
    Map<Long, List<Long>> settled = atCheckpoint.headMap(checkpoint, true);
    List<Long> ids = settled.values().stream().flatMap(List::stream).toList();
    settled.clear();
    return ids;
  }

  /** A checkpoint will never be complete; later ones contain its letters. */
  void aborted(long checkpoint) {
    List<Long> ids = atCheckpoint.remove(checkpoint);
    if (ids != null) {
      Map.Entry<Long, List<Long>> later = atCheckpoint.higherEntry(checkpoint);
      (later == null ? inNone : later.getValue()).addAll(ids);
    }
  }

  /** Whether a checkpoint that is under way has some. */
  boolean awaitCheckpoint() {
    return !atCheckpoint.isEmpty();
  }

  /** Takes the letters in checkpoints under way, too. */
  List<Long> takeAll() {
    List<Long> ids = new ArrayList<>(complete(Long.MAX_VALUE));
    ids.addAll(takeThoseInNone());
    return ids;
  }

  /** Takes the letters that are in no checkpoint under way. */
  List<Long> takeThoseInNone() {
    List<Long> ids = List.copyOf(inNone);
    inNone.clear();
    return ids;
  }
}
