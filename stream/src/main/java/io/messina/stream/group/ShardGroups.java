package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardSite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The groups of one shard at its owner, and its events as they are read. The methods block, are
 * called on virtual threads, and are safe for use by many of them. They throw as specified in
 * {@link io.messina.stream.owner.Shard}.
 */
public final class ShardGroups {

  /**
   * How long after a take-over the state of a group without a definition is kept: this node may not
   * have heard of a group that was just created and that the former owner has begun.
   */
  static final Duration STRANGERS_STAY = Duration.ofSeconds(10);

  private static final Duration DRAIN_STEP = Duration.ofMillis(10);
  private static final int DROPPED_MAX = 1_000;
  private static final Logger LOG = LoggerFactory.getLogger(ShardGroups.class);

  final ShardSite site;
  final ShardLog log;
  final EventReader events;
  final LogFollowing following;
  final CallGate gate;
  private final SavedState saved;
  private final Supplier<List<CatalogGroup>> defined;
  private final Mutex lock = new Mutex();
  private final Map<GroupId, OwnedGroup> groups = new LinkedHashMap<>(); // under the lock

  /** Generations that are never defined again: a re-created group has another one. */
  private final LinkedHashSet<String> dropped = new LinkedHashSet<>(); // under the lock

  private volatile List<OwnedGroup> all = List.of();
  private boolean begun; // under the lock
  private @Nullable Ended ended; // under the lock

  /**
   * The groups of a shard that was just taken over; none until they are defined.
   *
   * @param site the shard's surroundings
   * @param saved the state that the former owner left
   * @param log the shard's events
   * @param defined reads the present definitions of groups; throws {@link
   *     RequestException.Unavailable} if the store does not answer
   */
  public ShardGroups(
      ShardSite site, SavedState saved, ShardLog log, Supplier<List<CatalogGroup>> defined) {
    this.site = site;
    this.saved = saved;
    this.log = log;
    this.defined = defined;
    this.events = new EventReader(site.shard(), log, site.caches());
    this.following = new LogFollowing(site.context().time(), log, events);
    this.gate = new CallGate(site);
  }

  /** Finds a group; empty if it is not defined here, or not yet. */
  public Optional<OwnedGroup> find(GroupId id) {
    try (var _ = lock.hold()) {
      if (ended != null) {
        throw ended.refusal();
      }
      return Optional.ofNullable(groups.get(id));
    }
  }

  /** Returns a group. */
  public OwnedGroup group(GroupId id) {
    return find(id).orElseThrow(() -> new Ended.Dropped(id.name().value()).refusal());
  }

  /** Reads events in their order, see {@link io.messina.stream.owner.Shard#read}. */
  public EventPage read(Position from, int max, Duration wait) {
    return gate.current(() -> following.read(from, max, wait));
  }

  /** Finds where the events of a time begin, see {@link io.messina.stream.owner.Shard#find}. */
  public Position find(Instant time) {
    return gate.current(
        () ->
            time.isAfter(site.context().time().wall().instant())
                ? log.end()
                : Starts.position(Start.since(time), log));
  }

  /** Looks up an event. */
  public Optional<StoredEvent> event(Position position) {
    return gate.current(() -> events.find(position.packed()));
  }

  /**
   * Called when events became visible, by a thread that all lanes wait for: wakes all waiting
   * readers.
   */
  public void advanced() {
    all.forEach(OwnedGroup::advanced);
    following.advanced();
  }

  /**
   * Restores, begins, changes and drops groups, so that exactly these exist. Called after each
   * change, one call at a time. Does not wait for the store: a request to a group waits until the
   * group is open. An open group uses its new options at once; events that are handed out keep
   * their leases.
   *
   * @param groups of the stream, each with its present generation
   */
  public void define(List<CatalogGroup> groups) {
    define(groups, true);
  }

  /**
   * As {@link #define}, but drops no group, because there may be more than these.
   *
   * @param groups some groups of the stream, each with its present generation
   */
  public void defineSome(List<CatalogGroup> groups) {
    define(groups, false);
  }

  private void define(List<CatalogGroup> definitions, boolean all) {
    List<OwnedGroup> added = new ArrayList<>();
    List<Runnable> changes;
    List<OwnedGroup> removed;
    try (var _ = lock.hold()) {
      if (ended != null) {
        return;
      }
      if (!begun) {
        begun = true;
        site.context().time().schedule(STRANGERS_STAY, this::dropStrangers);
      }
      definitions.stream().filter(this::isNew).forEach(each -> added.add(added(each)));
      changes = changes(definitions);
      removed = all ? removed(definitions) : List.of();
      this.all = List.copyOf(groups.values());
    }
    added.forEach(group -> site.context().start(() -> group.openFrom(saved)));
    changes.forEach(Runnable::run);
    removed.forEach(group -> site.context().start(() -> drop(group)));
  }

  private boolean isNew(CatalogGroup definition) {
    return !groups.containsKey(definition.id()) && !dropped.contains(definition.id().toString());
  }

  private List<Runnable> changes(List<CatalogGroup> definitions) {
    List<Runnable> changes = new ArrayList<>();
    for (CatalogGroup definition : definitions) {
      OwnedGroup group = groups.get(definition.id());
      if (group != null && !group.definition().equals(definition)) {
        changes.add(() -> group.change(definition));
      }
    }
    return changes;
  }

  private OwnedGroup added(CatalogGroup definition) {
    OwnedGroup group = new OwnedGroup(this, definition);
    groups.put(definition.id(), group);
    return group;
  }

  private List<OwnedGroup> removed(List<CatalogGroup> definitions) {
    Set<GroupId> defined = definitions.stream().map(CatalogGroup::id).collect(Collectors.toSet());
    List<OwnedGroup> removed =
        groups.values().stream()
            .filter(group -> !defined.contains(group.definition().id()))
            .toList();
    removed.forEach(
        group -> {
          groups.remove(group.definition().id());
          noteDropped(group.definition().id().toString());
        });
    return removed;
  }

  private void noteDropped(String name) {
    dropped.add(name);
    if (dropped.size() > DROPPED_MAX) {
      dropped.removeFirst();
    }
  }

  private void drop(OwnedGroup group) {
    String name = group.definition().id().toString();
    guarded(
        name,
        () -> {
          group.end(new Ended.Dropped(group.definition().id().name().value()));
          group.rest();
          removeRest(name);
        });
  }

  /**
   * Drops groups that were deleted while the shard had no owner, or another one. Reads the
   * definitions from the store: this node may not have heard of changes for longer than {@link
   * #STRANGERS_STAY}.
   */
  private void dropStrangers() {
    Set<String> strangers = new TreeSet<>(saved.section(Section.CLAIMS).keySet());
    strangers.addAll(saved.section(Section.FOLLOWS).keySet());
    if (strangers.isEmpty() || isEnded()) {
      return;
    }
    try {
      defined.get().forEach(group -> strangers.remove(group.id().toString()));
    } catch (RequestException.Unavailable e) {
      LOG.debug("{}: deleted groups cannot be told from new ones now", site.shard(), e);
      site.context().time().schedule(STRANGERS_STAY, this::dropStrangers);
      return;
    }
    try (var _ = lock.hold()) {
      if (ended != null) {
        return;
      }
      groups.keySet().forEach(id -> strangers.remove(id.toString()));
      strangers.removeAll(dropped);
      strangers.forEach(this::noteDropped);
    }
    strangers.forEach(name -> guarded(name, () -> removeRest(name)));
  }

  /**
   * Removes the rest of a deleted group: first its dead letters, then its state. After a crash in
   * between, the next owner finds the state and repeats the removal; in the other order, the
   * letters would never be deleted.
   */
  private void removeRest(String name) {
    if (new ShardDeadLetters(site, name).deleteAll() && JobDeadLetters.erase(site, name)) {
      site.state()
          .writeOnce(
              "dropped/" + name,
              changes -> {
                changes.delete(Section.CLAIMS, name);
                changes.delete(Section.FOLLOWS, name);
              });
    }
  }

  private boolean isEnded() {
    try (var _ = lock.hold()) {
      return ended != null;
    }
  }

  private void guarded(String name, Runnable removal) {
    try {
      removal.run();
    } catch (RuntimeException e) {
      if (!site.owned().isLost()) {
        LOG.error("{}: {}: what is left of it cannot be removed", name, site.shard(), e);
      }
    }
  }

  private void end(Ended why) {
    List<OwnedGroup> left;
    try (var _ = lock.hold()) {
      ended = ended == null ? why : ended;
      left = List.copyOf(groups.values());
    }
    left.forEach(group -> group.end(why));
  }

  /**
   * Begins a hand-over: takes no new requests, and waits until all earlier ones are answered, those
   * that wait for reads by a refusal. Returns false if the shard is lost before. A repeat changes
   * nothing.
   */
  public boolean finish() {
    Ended handedOver = new Ended.Lost(site.shard());
    gate.shut();
    following.drain(handedOver);
    all.forEach(group -> group.waitNoMore(handedOver));
    while (!gate.isEmpty()) {
      if (site.owned().isLost() || site.state().isOver() || !pause()) {
        return false;
      }
    }
    return true;
  }

  /** Prepares a hand-over: finishes, and writes all state. Returns early if the shard is lost. */
  public void drain() {
    if (finish()) {
      all.forEach(OwnedGroup::drain);
      site.state().flush();
    }
    close();
  }

  private boolean pause() {
    try {
      site.context().time().sleep(DRAIN_STEP);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * The shard was released, and nobody else can have taken it: tells all waiting callers, and
   * serves only reads that need not wait. A repeat changes nothing.
   */
  public void endAllButReading() {
    Ended lost = new Ended.Lost(site.shard());
    gate.shut();
    following.drain(lost);
    end(lost);
  }

  /** The shard is lost: tells all waiting callers. A repeat changes nothing. */
  public void close() {
    endAllButReading();
    following.end(new Ended.Lost(site.shard()));
    events.close();
  }
}
