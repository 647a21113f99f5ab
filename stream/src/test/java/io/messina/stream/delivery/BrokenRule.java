package io.messina.stream.delivery;

import io.messina.api.Delivery;
import io.messina.api.GroupOptions;
import io.messina.api.Order;

/** Rules with one of them broken, where it matters, and the check that has to notice. */
enum BrokenRule {
  FINISHED_BEFORE_ITS_LETTER(
      "has its row",
      Order.NONE,
      Delivery.AT_LEAST_ONCE,
      new Rules() {
        @Override
        boolean writesLetterBeforeFinishing() {
          return false;
        }
      }),
  CLAIM_NUMBER_REUSED_AFTER_RESTORE(
      "claim number",
      Order.NONE,
      Delivery.AT_LEAST_ONCE,
      new Rules() {
        @Override
        long firstClaim(StateImage image) {
          return 1 + image.log().stream().mapToLong(BrokenRule::claim).max().orElse(0);
        }
      }),
  LEASE_CUT_SHORT_ON_RESTORE(
      "live elsewhere",
      Order.NONE,
      Delivery.AT_LEAST_ONCE,
      new Rules() {
        @Override
        long restoredLeaseMillis(long leaseMillis) {
          return leaseMillis / 4;
        }
      }),
  KEY_ORDER_IGNORED_FOR_RETRIES(
      "of its key, is done",
      Order.KEY,
      Delivery.AT_LEAST_ONCE,
      new Rules() {
        @Override
        boolean keepsKeyForRetry(Order order) {
          return false;
        }
      }),
  UNCERTAIN_HANDED_OUT_AGAIN(
      "only if known to fail",
      Order.NONE,
      Delivery.AT_MOST_ONCE,
      new Rules() {
        @Override
        boolean handsOutUncertain(Delivery delivery) {
          return true;
        }
      });

  final String shownBy;
  final GroupOptions options;
  final transient Rules rules;

  BrokenRule(String shownBy, Order order, Delivery delivery, Rules rules) {
    this.shownBy = shownBy;
    this.options = DeliveryPropertiesTest.options(order, delivery, 0);
    this.rules = rules;
  }

  private static long claim(StateImage.Stretch stretch) {
    return stretch.standing() instanceof StateImage.Standing.Held held ? held.claim() : 0;
  }
}
