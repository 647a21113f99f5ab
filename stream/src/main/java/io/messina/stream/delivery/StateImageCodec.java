package io.messina.stream.delivery;

import io.messina.api.Checks;
import io.messina.api.DeathCause;
import io.messina.api.GroupLimits;
import io.messina.api.GroupOptions;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.FormatLevel;
import io.messina.runtime.FormatVersions;
import io.messina.runtime.GrowingBytes;
import io.messina.runtime.Varints;
import io.messina.stream.delivery.StateImage.Standing;
import io.messina.stream.delivery.StateImage.Stretch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The durable state as bytes. Numbers are unsigned LEB128 varints unless said otherwise.
 *
 * <pre>
 *   | version, 1 byte: 3 | flags, 1 byte: bit 0 paused |
 *   | run | claims from | next | reread to | taken at, ms |
 *   | number of names | (bytes | UTF-8)* |
 *   | number of stretches | stretch* |     in log order
 *   | number of stretches | stretch* |     redriven, by position
 *   | number of events | gap* |            leaving: each gap since the position behind the one before, or since 0
 *   | number of events | (gap | claims from - claim)* |     acked, gaps as above
 *
 *   stretch:
 *   | head, 1 byte | gap since the end of the stretch before, or since 0 | [count] | [attempts] | standing |
 *   head: bits 0-2 standing, bit 3 count follows (else 1), bits 4-7 attempts (15: they follow)
 *   standing:
 *     0, 3, 5 waiting  -                                   after 0, 1, 2 leases that ended in silence
 *     1 retrying       | due, ms after taken at |
 *     2, 6, 7 held     | claims from - claim | lease, ms | name, 0 for none, from 1 |   likewise
 *     4 given up       | cause, 1 byte: 0 exhausted, 1 rejected, 2 uncertain |
 * </pre>
 */
final class StateImageCodec {

  /** The most bytes that a state may have. */
  static final int BYTES_MAX = 64 * 1024;

  private static final int LENGTH_FIRST = 256;
  private static final FormatVersions VERSIONS = FormatVersions.of(3, 3);
  private static final int PAUSED = 1;
  private static final int COUNT_FOLLOWS = 1 << 3;
  private static final int STANDING_BITS = 0b111;
  private static final int ATTEMPTS_SHIFT = 4;
  private static final int ATTEMPTS_FOLLOW = 15;

  /** By how many leases ended in silence. */
  private static final List<Integer> WAITING = List.of(0, 3, 5);

  /** As for waiting. */
  private static final List<Integer> HELD = List.of(2, 6, 7);

  private static final int RETRYING = 1;
  private static final int GIVEN_UP = 4;

  /** Why a group gives up on an event, each at the place of its byte. */
  static final List<DeathCause> CAUSES =
      List.of(DeathCause.EXHAUSTED, DeathCause.REJECTED, DeathCause.UNCERTAIN);

  /** All but the stretches: numbers of at most nine bytes, and the names. */
  private static final int FIXED_BYTES_MAX =
      128 + WorkerNames.NAMES_MAX * (1 + WorkerNames.NAME_BYTES_MAX);

  private static final int GAP_BYTES_MAX = 9;
  private static final int UNTRIED_BYTES = 1;
  private static final int WAITING_BYTES = UNTRIED_BYTES + 1 + 4;
  private static final int HELD_BYTES = UNTRIED_BYTES + 1 + 9 + 4 + 1;

  private StateImageCodec() {}

  /**
   * An upper bound of the bytes, whatever happens to the events, so that the state of events that
   * are handed out can always be written. Each event is counted as a stretch of its own; a longer
   * stretch takes no more, because its count is no larger than the heads and gaps that it saves.
   *
   * @param tried events that have been handed out
   * @param untried events that have not
   * @param redriven how many of these came from the dead letters
   * @param leaving finished events whose dead letters are to be deleted; tried events may become
   *     such
   * @param heldMax how many can be handed out at a time
   * @param span from the first position of a lane to the last one, in the lane where they are
   *     farthest from each other
   * @param lanes the number of lanes
   */
  static int bytesMax(
      int tried, int untried, int redriven, int leaving, int heldMax, long span, int lanes) {
    int gap = Varints.bytes(span);
    int held = Math.min(tried, heldMax);
    return FIXED_BYTES_MAX
        + held * (HELD_BYTES + gap)
        + (tried - held) * Math.max(WAITING_BYTES + gap, GAP_BYTES_MAX)
        + untried * (UNTRIED_BYTES + gap)
        + (redriven + leaving + lanes) * GAP_BYTES_MAX;
  }

  static byte[] encode(StateImage image, FormatLevel formats) {
    GrowingBytes to = new GrowingBytes(LENGTH_FIRST);
    to.putByte(VERSIONS.at(formats));
    to.putByte(image.paused() ? PAUSED : 0);
    to.putVarint(image.run());
    to.putVarint(image.claimsFrom());
    to.putVarint(image.next());
    to.putVarint(image.rereadTo());
    to.putVarint(image.takenAtMillis());
    Map<String, Integer> names = names(image);
    to.putVarint(names.size());
    names.keySet().forEach(to::putWithLength);
    encode(image, image.log(), names, to);
    encode(image, image.redriven(), names, to);
    to.putVarint(image.leaving().size());
    long end = 0;
    for (long position : image.leaving()) {
      to.putVarint(position - end);
      end = position + 1;
    }
    to.putVarint(image.acked().size());
    end = 0;
    for (StateImage.Acked acked : image.acked()) {
      to.putVarint(acked.position() - end);
      to.putVarint(image.claimsFrom() - acked.claim());
      end = acked.position() + 1;
    }
    return to.toArray();
  }

  private static Map<String, Integer> names(StateImage image) {
    Map<String, Integer> names = new LinkedHashMap<>();
    for (List<Stretch> stretches : List.of(image.log(), image.redriven())) {
      for (Stretch stretch : stretches) {
        if (stretch.standing() instanceof Standing.Held held && !held.worker().isEmpty()) {
          names.putIfAbsent(held.worker(), names.size() + 1);
        }
      }
    }
    return names;
  }

  private static void encode(
      StateImage image, List<Stretch> stretches, Map<String, Integer> names, GrowingBytes to) {
    to.putVarint(stretches.size());
    long end = 0;
    for (Stretch stretch : stretches) {
      int attempts = Math.min(ATTEMPTS_FOLLOW, stretch.attempts());
      int several = stretch.count() > 1 ? COUNT_FOLLOWS : 0;
      to.putByte(number(stretch.standing()) | several | (attempts << ATTEMPTS_SHIFT));
      to.putVarint(stretch.first() - end);
      if (several != 0) {
        to.putVarint(stretch.count());
      }
      if (attempts == ATTEMPTS_FOLLOW) {
        to.putVarint(stretch.attempts());
      }
      switch (stretch.standing()) {
        case Standing.Waiting _ -> {}
        case Standing.Retrying(long dueMillis) -> to.putVarint(dueMillis - image.takenAtMillis());
        case Standing.Held(long claim, int leaseMillis, String worker, int _) -> {
          to.putVarint(image.claimsFrom() - claim);
          to.putVarint(leaseMillis);
          to.putVarint(names.getOrDefault(worker, 0));
        }
        case Standing.GivenUp(DeathCause cause) -> to.putByte(CAUSES.indexOf(cause));
      }
      end = stretch.end();
    }
  }

  private static int number(Standing standing) {
    return switch (standing) {
      case Standing.Waiting(int silences) -> WAITING.get(silences);
      case Standing.Retrying _ -> RETRYING;
      case Standing.Held held -> HELD.get(held.silences());
      case Standing.GivenUp _ -> GIVEN_UP;
    };
  }

  /**
   * Decodes a state.
   *
   * @throws IllegalArgumentException if the bytes are damaged
   */
  static StateImage decode(byte[] bytes) {
    try {
      Checks.between("bytes", bytes.length, 0, BYTES_MAX);
      return new Reading(new BoundedBytes(bytes, 0, bytes.length)).image();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("unreadable delivery state: " + e.getMessage(), e);
    }
  }

  private static final class Reading {

    private final BoundedBytes from;
    private final List<String> names = new ArrayList<>(List.of(""));
    private long claimsFrom;
    private long takenAtMillis;

    Reading(BoundedBytes from) {
      this.from = from;
    }

    StateImage image() {
      VERSIONS.check(from.takeByte());
      boolean paused = (from.takeByte() & PAUSED) != 0;
      int run = count(Integer.MAX_VALUE);
      claimsFrom = number(Long.MAX_VALUE);
      long next = number(Long.MAX_VALUE);
      long rereadTo = number(Long.MAX_VALUE);
      takenAtMillis = number(Long.MAX_VALUE);
      for (int left = count(WorkerNames.NAMES_MAX); left > 0; left--) {
        byte[] name = from.takeBytes(count(WorkerNames.NAME_BYTES_MAX)).toArray();
        names.add(new String(name, StandardCharsets.UTF_8));
      }
      List<Stretch> log = stretches();
      List<Stretch> redriven = stretches();
      List<Long> leaving = leaving();
      List<StateImage.Acked> acked = acked();
      Checks.between("bytes too many", from.remaining(), 0, 0);
      return new StateImage(
          paused, run, claimsFrom, next, rereadTo, takenAtMillis, log, redriven, leaving, acked);
    }

    private List<Stretch> stretches() {
      List<Stretch> stretches = new ArrayList<>();
      int events = 0;
      long end = 0;
      for (int left = count(GroupLimits.UNFINISHED_MAX); left > 0; left--) {
        Stretch stretch = stretch(end);
        end = stretch.end();
        events += stretch.count();
        Checks.between("events", events, 1, GroupLimits.UNFINISHED_MAX);
        stretches.add(stretch);
      }
      return stretches;
    }

    private Stretch stretch(long end) {
      int head = from.takeByte();
      long first = position(end);
      int count = (head & COUNT_FOLLOWS) == 0 ? 1 : count(GroupLimits.UNFINISHED_MAX);
      int attempts = head >>> ATTEMPTS_SHIFT;
      if (attempts == ATTEMPTS_FOLLOW) {
        attempts = count(Byte.MAX_VALUE);
      }
      Checks.between("events", count, 1, Long.MAX_VALUE - first);
      return new Stretch(first, count, attempts, standing(head & STANDING_BITS));
    }

    private Standing standing(int number) {
      int leaseMillisMax = Math.toIntExact(GroupOptions.LEASE_MAX.toMillis());
      if (number == GIVEN_UP) {
        int cause = from.takeByte();
        Checks.between("cause", cause, 0, CAUSES.size() - 1);
        return new Standing.GivenUp(CAUSES.get(cause));
      }
      if (number == RETRYING) {
        // A delay that is longer than allowed does not make the whole state unreadable.
        long delayMillis = Math.min(number(Long.MAX_VALUE), leaseMillisMax);
        return new Standing.Retrying(takenAtMillis + delayMillis);
      }
      if (WAITING.contains(number)) {
        return new Standing.Waiting(WAITING.indexOf(number));
      }
      long claim = claim();
      int leaseMillis = count(leaseMillisMax);
      String worker = names.get(count(names.size() - 1));
      return new Standing.Held(claim, leaseMillis, worker, HELD.indexOf(number));
    }

    private List<Long> leaving() {
      List<Long> leaving = new ArrayList<>();
      long end = 0;
      for (int left = count(GroupLimits.UNFINISHED_MAX); left > 0; left--) {
        leaving.add(position(end));
        end = leaving.getLast() + 1;
      }
      return leaving;
    }

    private List<StateImage.Acked> acked() {
      List<StateImage.Acked> acked = new ArrayList<>();
      long end = 0;
      for (int left = count(2 * LastAcks.MAX); left > 0; left--) {
        acked.add(new StateImage.Acked(position(end), claim()));
        end = acked.getLast().position() + 1;
      }
      return acked;
    }

    private long position(long end) {
      return end + number(Long.MAX_VALUE - end);
    }

    private long claim() {
      return claimsFrom - number(claimsFrom - 1);
    }

    private int count(int max) {
      return (int) number(max);
    }

    private long number(long max) {
      long number = from.takeVarint();
      Checks.between("number", number, 0, max);
      return number;
    }
  }
}
