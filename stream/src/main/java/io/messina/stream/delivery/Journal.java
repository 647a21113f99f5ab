package io.messina.stream.delivery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Tracks which changes are durable, and the answers that wait for them. Every change has a version;
 * a write contains all changes up to a version, and confirms the answers that wait for these.
 */
final class Journal {

  /** How long a change that nobody waits for may stay unwritten. */
  static final long LATER_MILLIS = 1_000;

  private final Deque<Pending> pending = new ArrayDeque<>();
  private List<Effect> effects = new ArrayList<>();
  private long version;
  private long confirmed;
  private boolean writing;
  private long writingVersion;
  private long changedAtMillis = GroupDelivery.NEVER;

  private record Pending(long version, Effect answer) {}

  void changed(long nowMillis) {
    version++;
    changedAtMillis = Math.min(changedAtMillis, nowMillis);
  }

  void now(Effect effect) {
    effects.add(effect);
  }

  /** Answers as soon as all changes up to now are durable. */
  void onceDurable(Effect answer) {
    if (confirmed >= version) {
      effects.add(answer);
    } else {
      pending.add(new Pending(version, answer));
    }
  }

  /** Whether a write has confirmed all changes. */
  boolean isDurable() {
    return confirmed == version;
  }

  WriteNeed need(long nowMillis) {
    if (writing || version == confirmed) {
      return WriteNeed.NONE;
    }
    boolean overdue = nowMillis - LATER_MILLIS >= changedAtMillis;
    return overdue || !pending.isEmpty() ? WriteNeed.NOW : WriteNeed.LATER;
  }

  long dueMillis() {
    return writing || changedAtMillis == GroupDelivery.NEVER
        ? GroupDelivery.NEVER
        : changedAtMillis + LATER_MILLIS;
  }

  void beginWrite() {
    if (writing) {
      throw new IllegalStateException("a write of this group is on its way");
    }
    writing = true;
    writingVersion = version;
    changedAtMillis = GroupDelivery.NEVER;
  }

  /** The write has applied: sends the answers that waited for it, and returns them. */
  List<Effect> confirm() {
    if (!writing) {
      throw new IllegalStateException("no write of this group is on its way");
    }
    writing = false;
    confirmed = writingVersion;
    List<Effect> answers = new ArrayList<>();
    while (!pending.isEmpty() && pending.element().version() <= confirmed) {
      answers.add(pending.remove().answer());
    }
    effects.addAll(answers);
    return answers;
  }

  List<Effect> takeEffects() {
    List<Effect> taken = effects;
    effects = new ArrayList<>();
    return taken;
  }
}
