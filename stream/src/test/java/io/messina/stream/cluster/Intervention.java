package io.messina.stream.cluster;

import java.time.Duration;
import java.util.Map;

/** Something that somebody asked of a group beside its work, in true time. */
final class Intervention {

  /** When something ends that may happen at any later time. */
  static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  final Kind kind;
  final Crowd crowd;
  final Map<Place, String> events;
  final Duration asked;
  private Duration ended = FOR_EVER;
  private boolean done;

  /** What is asked. */
  enum Kind {
    /** Some dead letters are handed out again. */
    REDRIVE,
    /** A dead letter is deleted. */
    DISCARD
  }

  /**
   * Something is about to be asked.
   *
   * @param events the names of the events that are meant
   */
  Intervention(Kind kind, Crowd crowd, Map<Place, String> events, Duration asked) {
    this.kind = kind;
    this.crowd = crowd;
    this.events = events;
    this.asked = asked;
  }

  /** It was answered: it is done, and does not happen any more. */
  void end(Duration moment) {
    ended = moment;
    done = true;
  }

  /** It was answered, but what was sent on behalf of it may still arrive. */
  void endLate() {
    done = true;
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
