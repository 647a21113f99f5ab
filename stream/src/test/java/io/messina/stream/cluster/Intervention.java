package io.messina.stream.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Something that somebody asked of a group beside its work, in true time. */
final class Intervention {

  /** When something ends that may happen at any later time. */
  static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  final Kind kind;
  final Crowd crowd;
  final Map<Place, String> events;
  final Duration asked;

  /** What was known then. */
  final Runs before;

  private Duration ended = FOR_EVER;
  private boolean done;
  private Set<String> sent = Set.of();

  /** What is asked. */
  enum Kind {
    /** Some dead letters are handed out again. */
    REDRIVE,
    /** The options of a group are changed. */
    CHANGE,
    /** A dead letter is deleted. */
    DISCARD,
    /** A group goes on with the oldest event. */
    REWIND,
    /** A group goes on behind the newest event. */
    SKIP,
    /** A group forgets all events. */
    PURGE
  }

  /**
   * Something is about to be asked.
   *
   * @param events the names of the events that are meant
   * @param before how far the group was
   */
  Intervention(Kind kind, Crowd crowd, Map<Place, String> events, Duration asked, Runs before) {
    this.kind = kind;
    this.crowd = crowd;
    this.events = events;
    this.asked = asked;
    this.before = before;
  }

  /**
   * It was answered: it is done, and does not happen any more.
   *
   * @param sent all events that had been sent by then
   */
  void end(Duration moment, Set<String> sent) {
    ended = moment;
    done = true;
    this.sent = sent;
  }

  /** It was answered, but what was sent on behalf of it may still arrive. */
  void endLate() {
    done = true;
  }

  /** What had been sent when it was done; empty where it may still happen. */
  Optional<Set<String>> sent() {
    return ended.equals(FOR_EVER) ? Optional.empty() : Optional.of(sent);
  }

  /** Whether events are left out by it. */
  boolean skips() {
    return kind == Kind.SKIP || kind == Kind.PURGE;
  }

  /** Whether a group goes on elsewhere by it, in a new run. */
  boolean moves() {
    return skips() || kind == Kind.REWIND;
  }

  /** After which moment it certainly does not happen. */
  Duration ended() {
    return ended;
  }

  /** Whether somebody was told that it is done. */
  boolean isDone() {
    return done;
  }

  /** Whether it may have happened in a certain time. */
  boolean mayFallInto(Duration from, Duration to) {
    return asked.compareTo(to) < 0 && ended.compareTo(from) > 0;
  }
}
