package io.messina.stream.delivery;

import org.jspecify.annotations.Nullable;

/**
 * How the last events were settled, so that a worker that lost the answer may ask again. A table of
 * fixed size where newer ones take the place of older ones; not durable. It takes memory from the
 * first on, since many groups never claim.
 */
final class RecentlySettled {

  private static final int SIZE = 1 << 14;

  private long[] positions = {};
  private long[] claims = {};
  private Settlement[] settlements = {};

  /** How a claimed event was settled. */
  enum Settlement {
    ACKED,
    NACKED,
    RELEASED,
    /** Without its worker: its lease ran out for good, or it expired. */
    LOST
  }

  void put(long position, long claim, Settlement settlement) {
    if (claims.length == 0) {
      positions = new long[SIZE];
      claims = new long[SIZE];
      settlements = new Settlement[SIZE];
    }
    int place = place(position);
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

  private static int place(long position) {
    return (int) position & (SIZE - 1);
  }
}
