package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.messina.store.ColumnType;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import java.util.Optional;
import java.util.function.Function;

/**
 * Asks for a part of a walk. The database has partitions in the order of their tokens, and where
 * these are equal in that of their keys' bytes.
 *
 * @param walk the walk
 * @param part of it
 * @param range the tokens that are asked for, if that is the part
 * @param keySizes how large keys were of late, which are much smaller than rows
 */
record WalkQuery(PartitionWalk walk, Part part, Optional<TokenRange> range, RowSizes keySizes)
    implements PageCursor.Query<PartitionKey> {

  /** The part of a walk that one query covers. */
  enum Part {
    /** All partitions. */
    ALL,
    /** Partitions that share the token of the one after which the walk begins. */
    SAME_TOKEN,
    /** Those with larger tokens. */
    LARGER_TOKENS,
    /** Those with tokens of a range. */
    RANGE
  }

  static WalkQuery of(PartitionWalk walk, Part part) {
    return new WalkQuery(walk, part, Optional.empty(), new RowSizes());
  }

  static WalkQuery of(PartitionWalk walk, TokenRange range) {
    return new WalkQuery(walk, Part.RANGE, Optional.of(range), new RowSizes());
  }

  @Override
  public BoundStatement statement(OpenTable open) {
    Binding binding =
        open.binding(
            switch (part) {
              case ALL -> open.statements.partitions;
              case SAME_TOKEN -> open.statements.partitionsOfToken;
              case LARGER_TOKENS -> open.statements.partitionsBehindToken;
              case RANGE -> open.statements.partitionsOfRange;
            });
    switch (part) {
      case ALL -> {}
      case SAME_TOKEN, LARGER_TOKENS ->
          walk.after()
              .ifPresent(last -> binding.add(walk.table().partitionColumns(), last.values()));
      case RANGE ->
          range.ifPresent(
              it -> binding.add(ColumnType.LONG, it.above()).add(ColumnType.LONG, it.upTo()));
    }
    return binding.build();
  }

  @Override
  public Function<Row, Optional<PartitionKey>> decoder(OpenTable open) {
    return row -> Optional.of(RowDecoder.partition(walk.table(), row)).filter(this::isBehind);
  }

  @Override
  public RowSizes sizes(OpenTable open) {
    return keySizes;
  }

  private boolean isBehind(PartitionKey key) {
    return part != Part.SAME_TOKEN
        || walk.after().filter(last -> KeyParts.compare(key, last) > 0).isPresent();
  }
}
