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
 * @param clock measures its leases
 * @param broken called if the group fails later
 */
record Opening(
    ShardGroups shard, CatalogGroup definition, LeaseClock clock, Consumer<Ended.Broken> broken) {

  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

  /**
   * Opens the group.
   *
   * @param saved the durable state
   * @param anew where to begin if the durable state cannot be read
   * @throws IllegalArgumentException if it cannot be read and {@code anew} is empty
   */
  ClaimGroup open(SavedState saved, Optional<Position> anew) {
    String name = definition.id().toString();
    try {
      Optional<Bytes> state = saved.find(Section.CLAIMS, name);
      Optional<SavedFollow> followed = saved.find(Section.FOLLOWS, name).map(SavedFollow::decode);
      return opened(state.map(this::restored).orElseGet(this::fresh), followed, state.isEmpty());
    } catch (IllegalArgumentException e) {
      Position at = anew.orElseThrow(() -> e);
      LOG.warn("{}: {}: it cannot be read and begins anew", name, shard.site.shard(), e);
      return opened(anew(at.packed()), Optional.empty(), true);
    }
  }

  private ClaimGroup opened(GroupDelivery delivery, Optional<SavedFollow> followed, boolean isNew) {
    delivery.share(shard.site.stream().shards().size(), clock.millis());
    return new ClaimGroup(
        shard,
        definition.id(),
        delivery,
        clock,
        followed.orElseGet(() -> new SavedFollow(Position.unpack(delivery.floor()), "")),
        isNew || followed.isEmpty(),
        broken);
  }

  private GroupDelivery restored(Bytes state) {
    return GroupDelivery.restored(
        definition.options(), shard.site.context().random(), state, clock.millis());
  }

  private GroupDelivery anew(long start) {
    long end = shard.log.end().packed();
    return GroupDelivery.anew(
        definition.options(), shard.site.context().random(), start, end, clock.millis());
  }

  /** Begins where the definition says. */
  private GroupDelivery fresh() {
    Position start = shard.site.readOwned(() -> Starts.position(definition.start(), shard.log));
    return new GroupDelivery(
        definition.options(), shard.site.context().random(), start.packed(), clock.millis());
  }
}
