package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores a group from the shard's state, or begins it.
 *
 * @param shard the groups of the shard
 * @param definition of the group
 * @param broken called if the group fails later
 */
record Opening(ShardGroups shard, CatalogGroup definition, Consumer<Ended.Broken> broken) {

  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

  /**
   * Opens the group.
   *
   * @param saved the durable state
   * @param anew where to begin if the durable state cannot be read
   * @throws IllegalArgumentException if it cannot be read and {@code anew} is empty
   */
  OwnedGroup.Opened open(SavedState saved, Optional<Position> anew) {
    try {
      return open(saved);
    } catch (IllegalArgumentException e) {
      Position at = anew.orElseThrow(() -> e);
      LOG.warn("{}: {}: it cannot be read and begins anew", name(), shard.site.shard(), e);
      LeaseClock clock = new LeaseClock(shard.site.time());
      return opened(anew(at.packed(), clock), clock, true, Optional.empty());
    }
  }

  private OwnedGroup.Opened open(SavedState saved) {
    Optional<Bytes> state = saved.find(Section.CLAIMS, name());
    Optional<Position> followed = saved.find(Section.FOLLOWS, name()).map(FollowGroup::decode);
    LeaseClock clock = new LeaseClock(shard.site.time());
    GroupDelivery delivery =
        state.map(bytes -> restored(bytes, clock)).orElseGet(() -> fresh(clock));
    return opened(delivery, clock, state.isEmpty(), followed);
  }

  private OwnedGroup.Opened opened(
      GroupDelivery delivery, LeaseClock clock, boolean isNew, Optional<Position> followed) {
    delivery.share(shard.site.stream().shards().size(), clock.millis());
    // Followers use the runs of claims, which are durable before a seek is answered.
    FollowGroup.Place place =
        new FollowGroup.Place(
            followed.orElseGet(() -> Position.unpack(delivery.floor())), delivery.run());
    return new OwnedGroup.Opened(
        new ClaimGroup(shard, definition.id(), delivery, clock, isNew, broken),
        new FollowGroup(shard.site, name(), place, followed.isEmpty()));
  }

  private GroupDelivery restored(Bytes state, LeaseClock clock) {
    return GroupDelivery.restored(definition.options(), shard.site.random(), state, clock.millis());
  }

  private GroupDelivery anew(long start, LeaseClock clock) {
    long end = shard.log.end().packed();
    return GroupDelivery.anew(
        definition.options(), shard.site.random(), start, end, clock.millis());
  }

  private GroupDelivery fresh(LeaseClock clock) {
    long start = begin().packed();
    return new GroupDelivery(definition.options(), shard.site.random(), start, clock.millis());
  }

  /** Where a new group begins. */
  private Position begin() {
    return shard
        .site
        .read(() -> Starts.position(definition.start(), shard.log))
        .orElseThrow(() -> new Ended.Lost(shard.site.shard()).refusal());
  }

  private String name() {
    return definition.id().toString();
  }
}
