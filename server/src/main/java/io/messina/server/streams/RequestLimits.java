package io.messina.server.streams;

import io.messina.stream.node.Claim;
import java.time.Duration;

/** How much a request may ask for. */
final class RequestLimits {

  static final int LIMIT_MAX = Claim.MAX;
  static final int LIMIT_DEFAULT = 100;
  static final int RECEIPTS_MAX = 10_000;
  static final Duration WAIT_MAX = Claim.WAIT_MAX;
  static final String LIMIT_SENTENCE = "How many at most, from 1 to 10000; 100 where absent.";
  static final String WAIT_SENTENCE =
      "How long to wait where there is nothing, from 0s to 60s; 0s where absent.";

  private RequestLimits() {}
}
