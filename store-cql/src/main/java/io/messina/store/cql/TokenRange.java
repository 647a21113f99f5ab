package io.messina.store.cql;

import java.util.Optional;

/**
 * A stretch of the tokens of Murmur3, which are all numbers but the smallest.
 *
 * @param above the number before the first token
 * @param upTo the last token, larger than that
 */
record TokenRange(long above, long upTo) {

  private static final TokenRange ALL = new TokenRange(Long.MIN_VALUE, Long.MAX_VALUE);

  static TokenRange all() {
    return ALL;
  }

  /** Its part behind a token, if there is any. */
  Optional<TokenRange> behind(long token) {
    return token < upTo ? Optional.of(new TokenRange(token, upTo)) : Optional.empty();
  }

  /** Its lower half; none of a single token. */
  Optional<TokenRange> half() {
    long half = size() >>> 1;
    return half == 0 ? Optional.empty() : Optional.of(new TokenRange(above, above + half));
  }

  /** Returns the next range, twice as large if the rest is large enough; none at the end. */
  Optional<TokenRange> following() {
    long wanted = size() < 0 ? -1 : size() << 1;
    return ALL.behind(upTo)
        .map(
            rest ->
                Long.compareUnsigned(wanted, rest.size()) < 0
                    ? new TokenRange(upTo, upTo + wanted)
                    : rest);
  }

  /** Returns the number of tokens, unsigned. */
  private long size() {
    return upTo - above;
  }
}
