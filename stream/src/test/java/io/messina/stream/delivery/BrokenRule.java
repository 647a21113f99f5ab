package io.messina.stream.delivery;

/** Rules with one of them broken, where it matters, and the check that has to notice. */
enum BrokenRule {
  FINISHED_BEFORE_BURIED(
      "has its row",
      Order.NONE,
      Guarantee.AT_LEAST_ONCE,
      false,
      new Rules() {
        @Override
        boolean buriesBeforeFinishing() {
          return false;
        }
      }),
  CLAIM_NUMBER_REUSED_AFTER_RESTORE(
      "claim number",
      Order.NONE,
      Guarantee.AT_LEAST_ONCE,
      false,
      new Rules() {
        @Override
        long firstClaim(StateImage image) {
          return 1 + image.log().stream().mapToLong(BrokenRule::claim).max().orElse(0);
        }
      }),
  CLAIM_NUMBERS_NOT_RESERVED(
      "claim number",
      Order.NONE,
      Guarantee.AT_LEAST_ONCE,
      true,
      new Rules() {
        @Override
        long firstClaim(StateImage image) {
          return Math.max(1, image.claimsFrom() - Course.CLAIM_STRIDE);
        }
      }),
  LEASE_CUT_SHORT_ON_RESTORE(
      "",
      Order.NONE,
      Guarantee.AT_LEAST_ONCE,
      false,
      new Rules() {
        @Override
        long restoredLeaseMillis(long leaseMillis) {
          return leaseMillis / 4;
        }
      }),
  ATTEMPT_NOT_COUNTED_AFTER_CRASH(
      "attempts of",
      Order.NONE,
      Guarantee.AT_LEAST_ONCE,
      true,
      new Rules() {
        @Override
        int attemptsAfterCrash(int attempts) {
          return attempts;
        }
      }),
  KEY_ORDER_IGNORED_FOR_RETRIES(
      "of its key, is done",
      Order.KEY,
      Guarantee.AT_LEAST_ONCE,
      false,
      new Rules() {
        @Override
        boolean keepsKeyForRetry(Order order) {
          return false;
        }
      }),
  UNCERTAIN_HANDED_OUT_AGAIN(
      "only if known to fail",
      Order.NONE,
      Guarantee.AT_MOST_ONCE,
      false,
      new Rules() {
        @Override
        boolean handsOutUncertain(Guarantee guarantee) {
          return true;
        }
      });

  final String shownBy;
  final GroupOptions options;
  final boolean inMemory;
  final transient Rules rules;

  BrokenRule(String shownBy, Order order, Guarantee guarantee, boolean inMemory, Rules rules) {
    this.shownBy = shownBy;
    this.options = DeliveryPropertiesTest.options(order, guarantee, 0);
    this.inMemory = inMemory;
    this.rules = rules;
  }

  private static long claim(StateImage.Stretch stretch) {
    return stretch.standing() instanceof StateImage.Standing.Held held ? held.claim() : 0;
  }
}
