package io.messina.store.cql;

import com.datastax.oss.driver.api.core.metadata.TokenMap;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.StoreUnavailableException;
import io.messina.store.cql.WalkQuery.Part;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The partitions of a walk, by one query after the other. If a node refuses a query that would pass
 * over too many deletes, the walk continues by ranges of tokens: half the range after a refusal,
 * down to a single token, and twice the range after an answer. So hardly more queries are refused
 * than answered. For use by one thread.
 */
final class WalkCursor implements Iterator<PartitionKey> {

  private final KeyspaceTables tables;
  private final Supplier<Optional<TokenMap>> tokens;
  private PartitionWalk walk;
  private WalkQuery query;
  private PageCursor<PartitionKey> current;
  private Optional<WalkQuery> behindToken = Optional.empty();
  private boolean hasMoved;

  /**
   * A walk that has not begun.
   *
   * @param tokens knows the token of a partition, if that is available
   */
  WalkCursor(KeyspaceTables tables, PartitionWalk walk, Supplier<Optional<TokenMap>> tokens) {
    this.tables = tables;
    this.tokens = tokens;
    this.walk = walk;
    if (walk.after().isPresent()) {
      query = WalkQuery.of(walk, Part.SAME_TOKEN);
      behindToken = Optional.of(WalkQuery.of(walk, Part.LARGER_TOKENS));
    } else {
      query = WalkQuery.of(walk, Part.ALL);
    }
    current = cursor();
  }

  @Override
  public boolean hasNext() {
    boolean isEnded = false;
    while (!isEnded) {
      try {
        if (current.hasNext()) {
          return true;
        }
        Optional<WalkQuery> next = following();
        next.ifPresent(this::begin);
        isEnded = next.isEmpty();
      } catch (StoreUnavailableException e) {
        narrow(e);
      }
    }
    return false;
  }

  @Override
  public PartitionKey next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the walk has ended");
    }
    PartitionKey key = current.next();
    walk = walk.behind(key);
    hasMoved = true;
    return key;
  }

  private Optional<WalkQuery> following() {
    Optional<WalkQuery> larger = behindToken;
    behindToken = Optional.empty();
    return larger.or(
        () -> query.range().flatMap(TokenRange::following).map(it -> WalkQuery.of(walk, it)));
  }

  private void begin(WalkQuery next) {
    query = next;
    current = cursor();
    hasMoved = false;
  }

  private PageCursor<PartitionKey> cursor() {
    return new PageCursor<>(tables, walk.table(), Integer.MAX_VALUE, query);
  }

  /** Asks for a smaller range than the one that was refused. */
  private void narrow(StoreUnavailableException refusal) {
    Optional<TokenRange> half =
        CqlFailures.isOfTooManyDeletes(refusal)
            ? left().flatMap(TokenRange::half)
            : Optional.empty();
    WalkQuery narrower = WalkQuery.of(walk, half.orElseThrow(() -> refusal));
    if (hasMoved) {
      // Others may share the token of the one that came last.
      begin(WalkQuery.of(walk, Part.SAME_TOKEN));
      behindToken = Optional.of(narrower);
    } else {
      begin(narrower);
    }
  }

  /** Returns the tokens that the query has not covered; none if it has only one. */
  private Optional<TokenRange> left() {
    TokenRange whole = query.range().orElseGet(TokenRange::all);
    Optional<TokenMap> murmur3 = tokens.get().filter(WalkCursor::isMurmur3);
    return switch (query.part()) {
      case SAME_TOKEN -> Optional.empty();
      case LARGER_TOKENS -> murmur3.flatMap(map -> behindLast(whole, map));
      case ALL, RANGE ->
          murmur3.flatMap(map -> hasMoved ? behindLast(whole, map) : Optional.of(whole));
    };
  }

  private Optional<TokenRange> behindLast(TokenRange whole, TokenMap map) {
    return walk.after()
        .map(last -> map.newToken(KeyParts.of(last)))
        .flatMap(token -> whole.behind(Long.parseLong(map.format(token))));
  }

  private static boolean isMurmur3(TokenMap map) {
    return map.getPartitionerName().endsWith("Murmur3Partitioner");
  }
}
