package io.messina.stream.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** What was done and seen of one name by all nodes, and what of it cannot be. */
final class Sightings {

  private final String name;
  private final LongSupplier steps;
  private final Optional<Sightings> parent;
  private final List<String> wrong = new ArrayList<>();
  private final NavigableMap<Integer, Integer> news = new TreeMap<>();
  private final Map<Integer, Long> begun = new HashMap<>();
  private int deletionsUnderWay;
  private long deletionEnded = -1;
  private int known;
  private int dead;
  private int unknown;

  /**
   * Nothing is seen yet.
   *
   * @param steps counts what happens, to all names
   * @param parent what is deleted together with this
   */
  Sightings(String name, LongSupplier steps, Optional<Sightings> parent) {
    this.name = name;
    this.steps = steps;
    this.parent = parent;
  }

  /** How things stood when something began. */
  record Mark(long step, int known, int dead) {}

  Mark begin() {
    return new Mark(steps.getAsLong(), known, dead);
  }

  Mark beginDeletion() {
    deletionsUnderWay++;
    return begin();
  }

  void created(Mark mark, int generation, boolean isNew) {
    if (isNew && news.merge(generation, 1, Integer::sum) > 1) {
      wrong.add(name + "~" + generation + " was new twice");
    }
    if (isNew && generation <= mark.known) {
      wrong.add(name + "~" + generation + " was new when it had been seen");
    }
    begun.merge(generation, mark.step, Math::max);
    see(mark, generation);
  }

  /** A creation whose outcome is not known. */
  void unknown() {
    unknown++;
  }

  void deleted(Mark mark) {
    notDeleted();
    dead = Math.max(dead, mark.known);
  }

  void notDeleted() {
    deletionsUnderWay--;
    deletionEnded = steps.getAsLong();
  }

  void isDead(int generation) {
    dead = Math.max(dead, generation);
  }

  void refreshed(Mark mark, Optional<Integer> generation) {
    if (generation.isPresent()) {
      see(mark, generation.get());
    } else if (mark.known > 0 && !mayBeDeletedSince(begun.getOrDefault(mark.known, 0L))) {
      wrong.add(name + "~" + mark.known + " is not there, and nobody deleted it");
    }
  }

  /** What is wrong, once all is over and the row is known. */
  List<String> wrong(int generations) {
    if (generations - news.size() > unknown) {
      wrong.add(name + ": " + generations + " generations, new were " + news.keySet());
    }
    return wrong;
  }

  int creations() {
    return news.size();
  }

  private boolean mayBeDeletedSince(long step) {
    return deletionsUnderWay > 0
        || deletionEnded > step
        || parent.map(whole -> whole.mayBeDeletedSince(step)).orElse(false);
  }

  private void see(Mark mark, int generation) {
    if (generation <= mark.dead) {
      wrong.add(name + "~" + generation + " is there although " + mark.dead + " was deleted");
    }
    if (generation < mark.known) {
      wrong.add(name + "~" + generation + " is there although " + mark.known + " was");
    }
    known = Math.max(known, generation);
  }
}
