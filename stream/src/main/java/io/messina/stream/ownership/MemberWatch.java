package io.messina.stream.ownership;

import io.messina.api.MemberState;
import io.messina.store.Incarnation;
import io.messina.stream.ownership.MemberTable.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds out which members live and which are dead, from reads of the table of members.
 *
 * <p>A member is dead if its beat was seen unchanged for the time of the lease by reads that
 * succeeded, the last of which began after that time, while the watcher's own beats succeeded.
 * After a gap of half a lease between reads or between own beats all leases start again, so that no
 * member is taken for dead because the database is silent. A missing row counts as a beat: an owner
 * had a confirmed beat before it took any shard, so if it is unseen for a lease, it has no younger
 * beat.
 *
 * <p>The watcher counts by its monotonic clock alone: if that clock stops, it waits longer; changes
 * of the wall clock have no effect. The dead stay dead. Not safe for use by several threads.
 */
final class MemberWatch {

  private static final long UNSEEN = 0;

  private final Incarnation me;
  private final long leaseNanos;
  private final Map<Incarnation, Sighting> sightings = new HashMap<>();
  private final Set<Incarnation> wanted = new HashSet<>();
  private final Set<Incarnation> leavers = new HashSet<>();
  private List<Member> rows = List.of();
  private List<Incarnation> risen = List.of();
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

  /** Watches an owner, even if it has no row. */
  void want(Incarnation owner) {
    wanted.add(owner);
  }

  /** Forgets the owners of {@link #want}. */
  void wantNobody() {
    wanted.clear();
  }

  /** A member says that it leaves, before a read shows it. */
  void leaves(Incarnation member) {
    if (sightings.containsKey(member)) {
      leavers.add(member);
    }
  }

  /**
   * A read of all members succeeded.
   *
   * @param begunNanos before it was sent
   * @param endedNanos after its last answer came
   * @param members that were read
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
    leavers.retainAll(beats.keySet());
    List<Incarnation> rises = new ArrayList<>();
    beats.forEach(
        (member, beat) -> {
          Sighting sighting =
              sightings.computeIfAbsent(member, any -> new Sighting(beat, endedNanos));
          if (sighting.dead && sighting.beat != beat) {
            rises.add(member);
          }
          if (sighting.beat != beat || !counts) {
            sighting.begin(beat, endedNanos);
          } else if (begunNanos - sighting.sinceNanos >= leaseNanos) {
            sighting.dead = true;
          }
        });
    risen = List.copyOf(rises);
  }

  /** The moment from which a read finds somebody dead, if nobody beats until then. */
  OptionalLong nextDeathNanos() {
    return sightings.entrySet().stream()
        .filter(each -> !each.getKey().equals(me) && !each.getValue().dead)
        .mapToLong(each -> each.getValue().sinceNanos + leaseNanos)
        .min();
  }

  /** Whether an incarnation is dead; permanent. */
  boolean isDead(Incarnation member) {
    Sighting sighting = sightings.get(member);
    return !member.equals(me) && sighting != null && sighting.dead;
  }

  /**
   * The dead whose beat has changed by the last read: their clocks stood still, so they do not know
   * that they are dead, and others may not know it either.
   */
  List<Incarnation> risen() {
    return risen;
  }

  /** The living members, including the watcher as soon as it sees itself. */
  List<Member> living() {
    return rows.stream()
        .filter(member -> member.incarnation().equals(me) || sighting(member).isBeating())
        .map(member -> leavers.contains(member.incarnation()) ? member.leaves() : member)
        .toList();
  }

  /** All members that have a row, the dead of the last leases among them. */
  List<SeenMember> seen(long nowNanos) {
    return rows.stream()
        .map(
            member ->
                new SeenMember(
                    new NodeId(member.address(), member.incarnation()),
                    state(member),
                    member.takesShards(),
                    member.declined(),
                    member.newestFormat(),
                    Duration.ofNanos(Math.max(0, nowNanos - sighting(member).sinceNanos))))
        .toList();
  }

  private MemberState state(Member member) {
    Sighting sighting = sighting(member);
    if (sighting.dead && !member.incarnation().equals(me)) {
      return MemberState.DEAD;
    } else if (!sighting.isBeating() && !member.incarnation().equals(me)) {
      return MemberState.UNKNOWN;
    }
    return member.leaving() || leavers.contains(member.incarnation())
        ? MemberState.LEAVING
        : MemberState.LIVING;
  }

  /** Members that have been dead for two more leases, so that all watchers know it by now. */
  List<Incarnation> tidied() {
    return rows.stream()
        .filter(member -> isDead(member.incarnation()))
        .filter(member -> readNanos - sighting(member).sinceNanos >= 3 * leaseNanos)
        .map(Member::incarnation)
        .toList();
  }

  private boolean ownBeatsSucceed(long nowNanos) {
    return beating && nowNanos - ownBeatNanos <= leaseNanos / 2;
  }

  private Sighting sighting(Member member) {
    return Objects.requireNonNull(sightings.get(member.incarnation()));
  }

  /** The observations of one member. */
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

    /** A row that never changed may be left from a member that is dead. */
    private boolean isBeating() {
      return changed && !dead && beat != UNSEEN;
    }
  }
}
