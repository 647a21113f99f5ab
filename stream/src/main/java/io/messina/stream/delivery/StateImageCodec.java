package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import io.messina.api.GroupLimits;
import io.messina.api.GroupOptions;
import io.messina.stream.delivery.StateImage.Standing;
import io.messina.stream.delivery.StateImage.Stretch;
import io.messina.stream.record.GrowingBytes;
import io.messina.stream.record.Varints;
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
 *   | number of events | (gap | claims from - claim)* |     acked, gaps as above; not in version 2
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
  private static final int VERSION = 3;
  private static final int VERSION_WITHOUT_ACKED = 2;
  private static final int PAUSED = 1;
  private static final int COUNT_FOLLOWS = 1 << 3;
  private static final int STANDING_BITS = 0b111;
  private static final int ATTEMPTS_SHIFT = 4;
  private static final int ATTEMPTS_FOLLOW = 15;
  private static final int WAITING = 0;
  private static final int RETRYING = 1;
  private static final int HELD = 2;
  private static final int WAITING_SILENCED = 3;
  private static final int GIVEN_UP = 4;
  private static final int WAITING_SUSPECT = 5;
  private static final int HELD_SILENCED = 6;
  private static final int HELD_SUSPECT = 7;

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
   * @param span from the first position to the last
   */
  static int bytesMax(int tried, int untried, int redriven, int leaving, int heldMax, long span) {
    int gap = Varints.bytes(span);
    int held = Math.min(tried, heldMax);
    return FIXED_BYTES_MAX
        + held * (HELD_BYTES + gap)
        + (tried - held) * Math.max(WAITING_BYTES + gap, GAP_BYTES_MAX)
        + untried * (UNTRIED_BYTES + gap)
        + (redriven + leaving) * GAP_BYTES_MAX;
  }

  static byte[] encode(StateImage image) {
    GrowingBytes to = new GrowingBytes(LENGTH_FIRST);
    to.putByte(VERSION);
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
    encode(image.leaving(), to);
    encodeAcked(image, to);
    return to.toArray();
  }

  private static void encodeAcked(StateImage image, GrowingBytes to) {
    to.putVarint(image.acked().size());
    long end = 0;
    for (StateImage.Acked acked : image.acked()) {
      to.putVarint(acked.position() - end);
      to.putVarint(image.claimsFrom() - acked.claim());
      end = acked.position() + 1;
    }
  }

  private static void encode(List<Long> leaving, GrowingBytes to) {
    to.putVarint(leaving.size());
    long end = 0;
    for (long position : leaving) {
      to.putVarint(position - end);
      end = position + 1;
    }
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
      boolean follow = stretch.attempts() >= ATTEMPTS_FOLLOW;
      int attempts = follow ? ATTEMPTS_FOLLOW : stretch.attempts();
      int several = stretch.count() > 1 ? COUNT_FOLLOWS : 0;
      to.putByte(number(stretch.standing()) | several | (attempts << ATTEMPTS_SHIFT));
      to.putVarint(stretch.first() - end);
      if (several != 0) {
        to.putVarint(stretch.count());
      }
      if (follow) {
        to.putVarint(stretch.attempts());
      }
      encode(image, stretch.standing(), names, to);
      end = stretch.end();
    }
  }

  private static int number(Standing standing) {
    return switch (standing) {
      case Standing.Waiting(int silences) ->
          bySilences(silences, WAITING, WAITING_SILENCED, WAITING_SUSPECT);
      case Standing.Retrying _ -> RETRYING;
      case Standing.Held held -> bySilences(held.silences(), HELD, HELD_SILENCED, HELD_SUSPECT);
      case Standing.GivenUp _ -> GIVEN_UP;
    };
  }

  private static int bySilences(int silences, int none, int one, int more) {
    return silences == 0 ? none : silences == 1 ? one : more;
  }

  private static void encode(
      StateImage image, Standing standing, Map<String, Integer> names, GrowingBytes to) {
    switch (standing) {
      case Standing.Waiting _ -> {}
      case Standing.Retrying(long dueMillis) -> to.putVarint(dueMillis - image.takenAtMillis());
      case Standing.Held(long claim, int leaseMillis, String worker, int _) -> {
        to.putVarint(image.claimsFrom() - claim);
        to.putVarint(leaseMillis);
        to.putVarint(names.getOrDefault(worker, 0));
      }
      case Standing.GivenUp(DeathCause cause) -> to.putByte(number(cause));
    }
  }

  /**
   * Decodes a state.
   *
   * @throws IllegalArgumentException if the bytes are damaged
   */
  static StateImage decode(byte[] bytes) {
    if (bytes.length > BYTES_MAX) {
      throw VarintReader.unreadable(bytes.length + " bytes (expected: up to " + BYTES_MAX + ")");
    }
    VarintReader from = new VarintReader(bytes);
    int version = from.nextByte();
    if (version != VERSION && version != VERSION_WITHOUT_ACKED) {
      throw VarintReader.unreadable("version " + version + " (expected: " + VERSION + ")");
    }
    StateImage image = decode(from, version);
    from.end();
    return image;
  }

  private static StateImage decode(VarintReader from, int version) {
    boolean paused = (from.nextByte() & PAUSED) != 0;
    int run = from.nextInt(Integer.MAX_VALUE);
    long claimsFrom = from.next();
    long next = from.next();
    long rereadTo = from.next();
    long takenAtMillis = from.next();
    List<String> names = new ArrayList<>(List.of(""));
    for (int left = from.nextInt(WorkerNames.NAMES_MAX); left > 0; left--) {
      names.add(from.nextText(WorkerNames.NAME_BYTES_MAX));
    }
    Base base = new Base(claimsFrom, takenAtMillis, names);
    List<Stretch> log = stretches(from, base);
    List<Stretch> redriven = stretches(from, base);
    List<Long> leaving = leaving(from);
    List<StateImage.Acked> acked =
        version == VERSION_WITHOUT_ACKED ? List.of() : acked(from, claimsFrom);
    return new StateImage(
        paused, run, claimsFrom, next, rereadTo, takenAtMillis, log, redriven, leaving, acked);
  }

  private static List<StateImage.Acked> acked(VarintReader from, long claimsFrom) {
    List<StateImage.Acked> acked = new ArrayList<>();
    long end = 0;
    for (int left = from.nextInt(2 * LastAcks.MAX); left > 0; left--) {
      long position = position(from, end);
      acked.add(new StateImage.Acked(position, claim(from, claimsFrom)));
      end = position + 1;
    }
    return acked;
  }

  private static long position(VarintReader from, long end) {
    long position = end + from.next();
    if (position < end) {
      throw VarintReader.unreadable("position " + position + " after " + end);
    }
    return position;
  }

  private static long claim(VarintReader from, long claimsFrom) {
    long claim = claimsFrom - from.next();
    if (claim < 1) {
      throw VarintReader.unreadable("claim " + claim + " (expected: from 1)");
    }
    return claim;
  }

  private static List<Long> leaving(VarintReader from) {
    List<Long> leaving = new ArrayList<>();
    long end = 0;
    for (int left = from.nextInt(GroupLimits.UNFINISHED_MAX); left > 0; left--) {
      long position = position(from, end);
      leaving.add(position);
      end = position + 1;
    }
    return leaving;
  }

  private record Base(long claimsFrom, long takenAtMillis, List<String> names) {}

  private static List<Stretch> stretches(VarintReader from, Base base) {
    List<Stretch> stretches = new ArrayList<>();
    int events = 0;
    long end = 0;
    for (int left = from.nextInt(GroupLimits.UNFINISHED_MAX); left > 0; left--) {
      Stretch stretch = stretch(from, base, end);
      end = stretch.end();
      events += stretch.count();
      if (events > GroupLimits.UNFINISHED_MAX || end < 0) {
        throw VarintReader.unreadable(events + " events to " + end);
      }
      stretches.add(stretch);
    }
    return stretches;
  }

  private static Stretch stretch(VarintReader from, Base base, long end) {
    int head = from.nextByte();
    long first = end + from.next();
    int count = (head & COUNT_FOLLOWS) == 0 ? 1 : from.nextInt(GroupLimits.UNFINISHED_MAX);
    int attempts = head >>> ATTEMPTS_SHIFT;
    if (attempts == ATTEMPTS_FOLLOW) {
      attempts = from.nextInt(Byte.MAX_VALUE);
    }
    if (first < 0 || count == 0) {
      throw VarintReader.unreadable(count + " events from " + first);
    }
    return new Stretch(first, count, attempts, standing(from, base, head & STANDING_BITS));
  }

  private static Standing standing(VarintReader from, Base base, int number) {
    return switch (number) {
      case WAITING -> new Standing.Waiting(0);
      case WAITING_SILENCED -> new Standing.Waiting(1);
      case WAITING_SUSPECT -> new Standing.Waiting(Entry.SUSPECT);
      case RETRYING -> new Standing.Retrying(base.takenAtMillis() + delayMillis(from));
      case HELD -> held(from, base, 0);
      case HELD_SILENCED -> held(from, base, 1);
      case HELD_SUSPECT -> held(from, base, Entry.SUSPECT);
      case GIVEN_UP -> new Standing.GivenUp(cause(from.nextByte()));
      default -> throw VarintReader.unreadable("standing " + number);
    };
  }

  /**
   * Shortens a delay that is longer than allowed, so that the whole state is not lost because of
   * it.
   */
  private static long delayMillis(VarintReader from) {
    return Math.min(from.next(), leaseMillisMax());
  }

  private static Standing held(VarintReader from, Base base, int silences) {
    long claim = claim(from, base.claimsFrom());
    int leaseMillis = from.nextInt(leaseMillisMax());
    int name = from.nextInt(base.names().size() - 1);
    return new Standing.Held(claim, leaseMillis, base.names().get(name), silences);
  }

  private static int number(DeathCause cause) {
    return switch (cause) {
      case EXHAUSTED -> 0;
      case REJECTED -> 1;
      case UNCERTAIN -> 2;
    };
  }

  private static DeathCause cause(int number) {
    return switch (number) {
      case 0 -> DeathCause.EXHAUSTED;
      case 1 -> DeathCause.REJECTED;
      case 2 -> DeathCause.UNCERTAIN;
      default -> throw VarintReader.unreadable("cause " + number);
    };
  }

  private static int leaseMillisMax() {
    return Math.toIntExact(GroupOptions.LEASE_MAX.toMillis());
  }
}
