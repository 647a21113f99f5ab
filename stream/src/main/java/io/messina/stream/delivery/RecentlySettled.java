package io.messina.stream.delivery;

import org.jspecify.annotations.Nullable;

/**
 * How the last events were settled, so that a worker that lost the answer may ask again; not
 * durable. A table where newer ones take the place of older ones. It grows with what is settled, up
 * to {@value #SIZE_MAX} places, and takes no memory in a group that has settled nothing for a
 * while.
 */
final class RecentlySettled {

  private static final int PLACE_BYTES = 2 * Long.BYTES + Integer.BYTES;

  static final int SIZE_MIN = 64;
  static final int SIZE_MAX = 1 << 14;
  static final long IDLE_MILLIS = 10 * 60 * 1_000;

  /** So long after the last settlement it stays, whoever needs the memory. */
  static final long KEPT_MILLIS = 60 * 1_000;

  private long[] positions = {};
  private long[] claims = {};
  private Settlement[] settlements = {};
  private int used;
  private long lastMillis;

  /** How a claimed event was settled. */
  enum Settlement {
    ACKED,
    NACKED,
    RELEASED,
    /** Without its worker: its lease ran out for good, or it expired. */
    LOST
  }

  /** How many places there are. */
  int size() {
    return claims.length;
  }

  void put(long position, long claim, Settlement settlement, long nowMillis) {
    lastMillis = nowMillis;
    if (claims.length == 0 || (isTaken(position) && 2 * used >= size() && size() < SIZE_MAX)) {
      resize(Math.max(SIZE_MIN, 2 * size()));
    }
    set(position, claim, settlement);
  }

  /** When nothing of it will be of use any more; never where there is nothing. */
  long idleAtMillis() {
    return used == 0 ? NextDeadline.NEVER : lastMillis + IDLE_MILLIS;
  }

  /** Whether who asks again is hardly to be expected. */
  boolean isDispensable(long nowMillis) {
    return nowMillis - lastMillis >= KEPT_MILLIS;
  }

  long memoryBytes() {
    return (long) PLACE_BYTES * size();
  }

  void clear() {
    resize(0);
  }

  private boolean isTaken(long position) {
    int place = place(position);
    return claims[place] != 0 && positions[place] != position;
  }

  private void resize(int size) {
    long[] formerPositions = positions;
    long[] formerClaims = claims;
    Settlement[] former = settlements;
    positions = new long[size];
    claims = new long[size];
    settlements = new Settlement[size];
    used = 0;
    for (int i = 0; i < former.length && size > 0; i++) {
      if (formerClaims[i] != 0) {
        set(formerPositions[i], formerClaims[i], former[i]);
      }
    }
  }

  private void set(long position, long claim, Settlement settlement) {
    int place = place(position);
    used += claims[place] == 0 ? 1 : 0;
    positions[place] = position;
    claims[place] = claim;
    settlements[place] = settlement;
  }

  /** What to say to a claim id that is not good any more. */
  ReceiptStatus status(ClaimId claimId, @Nullable Settlement asked) {
    int place = place(claimId.position());
    if (claims.length == 0 || claims[place] == 0 || positions[place] != claimId.position()) {
      return ReceiptStatus.UNKNOWN;
    }
    boolean same = claims[place] == claimId.claim() && settlements[place] == asked;
    return same ? ReceiptStatus.OK : ReceiptStatus.STALE;
  }

  private int place(long position) {
    return (int) position & (size() - 1);
  }
}
