package io.messina.stream.delivery;

import io.messina.api.ReceiptStatus;
import org.jspecify.annotations.Nullable;

/**
 * How the last events were settled, so that a worker whose answer was lost may repeat its request;
 * not durable. A table in which newer entries replace older ones. It grows up to {@value #SIZE_MAX}
 * entries, and takes no memory if the group has settled nothing for a while.
 */
final class RecentlySettled {

  private static final int PLACE_BYTES = 2 * Long.BYTES + Integer.BYTES;

  static final int SIZE_MIN = 64;
  static final int SIZE_MAX = 1 << 14;
  static final long IDLE_MILLIS = 10 * 60 * 1_000;

  /** How long it is kept after the last settlement, even if memory is needed. */
  static final long KEPT_MILLIS = 60 * 1_000;

  private long[] positions = {};
  private long[] claims = {};
  private SettledAs[] settlements = {};
  private int used;
  private long lastMillis;

  /** How a claimed event was settled. */
  enum SettledAs {
    ACKED,
    NACKED,
    RELEASED,
    /** Not by its worker: its lease ended for good, or it expired. */
    LOST
  }

  /** The number of entries. */
  int size() {
    return claims.length;
  }

  void put(long position, long claim, SettledAs settlement, long nowMillis) {
    lastMillis = nowMillis;
    if (claims.length == 0 || (isTaken(position) && 2 * used >= size() && size() < SIZE_MAX)) {
      resize(Math.max(SIZE_MIN, 2 * size()));
    }
    set(position, claim, settlement);
  }

  /** When no entry will be of use any more; never if there are none. */
  long idleAtMillis() {
    return used == 0 ? GroupDelivery.NEVER : lastMillis + IDLE_MILLIS;
  }

  /** Whether repeats are unlikely by now. */
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
    SettledAs[] former = settlements;
    positions = new long[size];
    claims = new long[size];
    settlements = new SettledAs[size];
    used = 0;
    for (int i = 0; i < former.length && size > 0; i++) {
      if (formerClaims[i] != 0) {
        set(formerPositions[i], formerClaims[i], former[i]);
      }
    }
  }

  private void set(long position, long claim, SettledAs settlement) {
    int place = place(position);
    used += claims[place] == 0 ? 1 : 0;
    positions[place] = position;
    claims[place] = claim;
    settlements[place] = settlement;
  }

  /** The status of a claim id that is no longer valid. */
  ReceiptStatus status(ClaimId claimId, @Nullable SettledAs asked) {
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
