package io.messina.stream.ownership;

import io.messina.store.Incarnation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out which members live and which are dead, from what reads of the table of members show.
 *
 * <p>Dead is one whose beat was seen unchanged for the lease by reads that succeeded meanwhile, the
 * last of them begun after the lease ran out, while the watcher's own beats succeeded. A gap of
 * half a lease in the reads or in the own beats begins all leases anew, so that nobody is dead when
 * the database is silent. To have no row counts as a beat of its own: an owner had a confirmed beat
 * before it took anything, so whoever is unseen for a lease has no younger one.
 *
 * <p>The watcher counts by its monotonic clock alone: where that stands it waits longer, and that
 * the wall clock is set changes nothing. The dead stay dead. Not for use by several threads.
 */
class MemberWatch {

  private static final long UNSEEN = 0;

  private final Incarnation me;
  private final long leaseNanos;
  private final Map<Incarnation, Sighting> sightings = new HashMap<>();
  private final Set<Incarnation> wanted = new HashSet<>();
  private List<Member> rows = List.of();
  private boolean beating;
  private long ownBeatNanos;
  private boolean reading;
  private long readNanos;

  MemberWatch(Incarnation me, Duration lease) {
    this.me = me;
    this.leaseNanos = lease.toNanos();
  }

  /**
   * An own beat was confirmed.
   *
   * @param sentNanos just before it was sent
   */
  void ownBeat(long sentNanos) {
    ownBeatNanos = beating ? Math.max(ownBeatNanos, sentNanos) : sentNanos;
    beating = true;
  }

  /** Watches for one that owns something, also if it has no row. */
  void want(Incarnation owner) {
    wanted.add(owner);
  }

  /** Forgets who was wanted. */
  void wantNobody() {
    wanted.clear();
  }

  /**
   * A read of all members succeeded.
   *
   * @param begunNanos before it was sent
   * @param endedNanos after its last answer came
   * @param members whom it showed
   */
  void read(long begunNanos, long endedNanos, List<Member> members) {
    boolean unbroken = reading && endedNanos - readNanos <= leaseNanos / 2;
    boolean counts = unbroken && ownBeatsSucceed(endedNanos);
    reading = true;
    readNanos = endedNanos;
    rows = List.copyOf(members);
    Map<Incarnation, Long> beats = new HashMap<>();
    wanted.forEach(owner -> beats.put(owner, UNSEEN));
    rows.forEach(member -> beats.put(member.incarnation(), member.beat()));
    sightings.keySet().retainAll(beats.keySet());
    beats.forEach(
        (member, beat) -> {
          Sighting sighting =
              sightings.computeIfAbsent(member, any -> new Sighting(beat, endedNanos));
          if (sighting.beat != beat || !counts) {
            sighting.begin(beat, endedNanos);
          } else if (isLeaseOver(sighting.sinceNanos, begunNanos, endedNanos)) {
            sighting.dead = true;
          }
        });
  }

  /** Whether an incarnation is dead, which it then stays. */
  boolean isDead(Incarnation member) {
    Sighting sighting = sightings.get(member);
    return !member.equals(me) && sighting != null && sighting.dead;
  }

  /** Those that live, the watcher included as soon as it sees itself. */
  List<Member> living() {
    return rows.stream()
        .filter(
            member -> member.incarnation().equals(me) || sighting(member.incarnation()).isBeating())
        .toList();
  }

  /** Those that have been dead for two more leases, so that all watchers know by now. */
  List<Incarnation> tidied() {
    List<Incarnation> tidied = new ArrayList<>();
    for (Member member : rows) {
      Sighting sighting = sighting(member.incarnation());
      if (isDead(member.incarnation()) && readNanos - sighting.sinceNanos >= 3 * leaseNanos) {
        tidied.add(member.incarnation());
      }
    }
    return tidied;
  }

  /** Whether a read begun at some moment is late enough; a method, so that tests can err. */
  boolean isLeaseOver(long sinceNanos, long begunNanos, long endedNanos) {
    return begunNanos - sinceNanos >= leaseNanos;
  }

  /** Whether own beats have been succeeding; a method, so that tests can err. */
  boolean ownBeatsSucceed(long nowNanos) {
    return beating && nowNanos - ownBeatNanos <= leaseNanos / 2;
  }

  private Sighting sighting(Incarnation member) {
    Sighting sighting = sightings.get(member);
    if (sighting == null) {
      throw new IllegalStateException("member: " + member + " (expected: one that was seen)");
    }
    return sighting;
  }

  /** What was seen of one member. */
  private static final class Sighting {

    private long beat;
    private long sinceNanos;
    private boolean changed;
    private boolean dead;

    private Sighting(long beat, long sinceNanos) {
      this.beat = beat;
      this.sinceNanos = sinceNanos;
    }

    private void begin(long newBeat, long nowNanos) {
      changed = changed || (newBeat != beat && newBeat != UNSEEN && beat != UNSEEN);
      beat = newBeat;
      sinceNanos = dead ? sinceNanos : nowNanos;
    }

    /** A row that was never seen to change may be all that is left of a member. */
    private boolean isBeating() {
      return changed && !dead && beat != UNSEEN;
    }
  }
}
