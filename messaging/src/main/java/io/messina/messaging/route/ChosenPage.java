package io.messina.messaging.route;

import io.messina.api.SourceBatch;
import io.messina.stream.ShardId;
import java.time.Instant;
import java.util.Map;

/**
 * The choices for a page of messages of a shard. All that is appended for it by its number to the
 * stream of a connector is one batch, which that stream stores once.
 *
 * @param since the packed position at which it begins
 * @param last the packed position of its last event
 * @param at when it was chosen
 * @param choices by the packed positions of events; none if they are not kept any more
 * @param isNumbered false if an earlier version has chosen, which appended each message by its key
 */
record ChosenPage(
    long since, long last, Instant at, Map<Long, Choice> choices, boolean isNumbered) {

  /** The position behind its last event. */
  long end() {
    return last + 1;
  }

  /** The number of its batches: pages of a shard end further and further behind. */
  SourceBatch batch(ShardId shard) {
    return new SourceBatch(shard.toString(), last);
  }
}
