package io.messina.stream.group;

import io.messina.stream.GroupId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.Section;
import io.messina.stream.state.ShardSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The groups of a shard. Safe for use by many threads. */
final class GroupRegistry {

  /**
   * How long after a take-over the state of a group without a definition is kept: this node may not
   * have heard of a group that was just created and that the former owner has begun.
   */
  static final Duration STRANGERS_STAY = Duration.ofSeconds(10);

  private static final int DROPPED_MAX = 1_000;
  private static final Logger LOG = LoggerFactory.getLogger(GroupRegistry.class);

  private final ShardSite site;
  private final SavedState saved;
  private final ShardLog log;
  private final EventReader events;
  private final Supplier<List<CatalogGroup>> defined;
  private final Lock lock = new ReentrantLock();
  private final Map<GroupId, ShardGroup> groups = new LinkedHashMap<>(); // under the lock

  /** Generations that are never defined again: a re-created group has another one. */
  private final LinkedHashSet<String> dropped = new LinkedHashSet<>(); // under the lock

  private volatile List<ShardGroup> all = List.of();
  private boolean begun; // under the lock
  private @Nullable Ended ended; // under the lock

  /**
   * A registry without groups.
   *
   * @param defined reads which groups are defined now
   */
  GroupRegistry(
      ShardSite site,
      SavedState saved,
      ShardLog log,
      EventReader events,
      Supplier<List<CatalogGroup>> defined) {
    this.defined = defined;
    this.site = site;
    this.saved = saved;
    this.log = log;
    this.events = events;
  }

  List<ShardGroup> all() {
    return all;
  }

  Optional<ShardGroup> find(GroupId id) {
    lock.lock();
    try {
      if (ended != null) {
        throw ended.refusal();
      }
      return Optional.ofNullable(groups.get(id));
    } finally {
      lock.unlock();
    }
  }

  void define(List<CatalogGroup> definitions, boolean all) {
    List<ShardGroup> added = new ArrayList<>();
    List<Runnable> changes;
    List<ShardGroup> removed;
    lock.lock();
    try {
      if (ended != null) {
        return;
      }
      if (!begun) {
        begun = true;
        site.time().schedule(STRANGERS_STAY, this::dropStrangers);
      }
      definitions.stream().filter(this::isNew).forEach(each -> added.add(added(each)));
      changes = changes(definitions);
      removed = all ? removed(definitions) : List.of();
      this.all = List.copyOf(groups.values());
    } finally {
      lock.unlock();
    }
    added.forEach(group -> site.start(() -> group.openFrom(saved)));
    changes.forEach(Runnable::run);
    removed.forEach(group -> site.start(() -> drop(group)));
  }

  private boolean isNew(CatalogGroup definition) {
    return !groups.containsKey(definition.id()) && !dropped.contains(definition.id().toString());
  }

  private List<Runnable> changes(List<CatalogGroup> definitions) {
    List<Runnable> changes = new ArrayList<>();
    for (CatalogGroup definition : definitions) {
      ShardGroup group = groups.get(definition.id());
      if (group != null && !group.definition().equals(definition)) {
        changes.add(() -> group.change(definition));
      }
    }
    return changes;
  }

  private ShardGroup added(CatalogGroup definition) {
    ShardGroup group = new ShardGroup(site, log, events, definition);
    groups.put(definition.id(), group);
    return group;
  }

  private List<ShardGroup> removed(List<CatalogGroup> definitions) {
    Set<GroupId> defined = definitions.stream().map(CatalogGroup::id).collect(Collectors.toSet());
    List<ShardGroup> removed =
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

  private void drop(ShardGroup group) {
    String name = group.definition().id().toString();
    guarded(
        name,
        () -> {
          group.end(new Ended.Dropped(group.definition().id().name().value()));
          group.rest();
          new DroppedGroup(site, name).remove();
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
    } catch (StreamException.Unavailable e) {
      LOG.debug("{}: deleted groups cannot be told from new ones now", site.shard(), e);
      site.time().schedule(STRANGERS_STAY, this::dropStrangers);
      return;
    }
    lock.lock();
    try {
      if (ended != null) {
        return;
      }
      groups.keySet().forEach(id -> strangers.remove(id.toString()));
      strangers.removeAll(dropped);
      strangers.forEach(this::noteDropped);
    } finally {
      lock.unlock();
    }
    strangers.forEach(name -> guarded(name, () -> new DroppedGroup(site, name).remove()));
  }

  private boolean isEnded() {
    lock.lock();
    try {
      return ended != null;
    } finally {
      lock.unlock();
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

  void end(Ended why) {
    List<ShardGroup> left;
    lock.lock();
    try {
      ended = ended == null ? why : ended;
      left = List.copyOf(groups.values());
    } finally {
      lock.unlock();
    }
    left.forEach(group -> group.end(why));
  }
}
