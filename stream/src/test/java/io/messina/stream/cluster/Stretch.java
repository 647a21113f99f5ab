package io.messina.stream.cluster;

import io.messina.stream.Position;
import io.messina.stream.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a follower read at a time.
 *
 * @param shard of which shard
 * @param asked when it asked, in true time
 * @param committed what was last confirmed to it as committed before it asked
 * @param events what it got: one or more
 */
record Stretch(int shard, Duration asked, Optional<Position> committed, List<StoredEvent> events) {}
