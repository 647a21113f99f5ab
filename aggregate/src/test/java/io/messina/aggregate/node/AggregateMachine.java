package io.messina.aggregate.node;

import io.messina.aggregate.rekey.MemberEvents;
import io.messina.aggregate.rekey.MemberSender;
import io.messina.aggregate.rekey.RekeyJob;
import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.state.SteadyMemory;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Group;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Commit;
import io.messina.stream.testkit.SimulatedServer;
import io.messina.testkit.simulation.SimulatedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A machine with a disk, whose process is started again whenever it has ended. */
final class AggregateMachine {

  private final AggregateWorld world;
  private final String name;
  private final Path disk;
  private final Set<String> read = new HashSet<>();
  private SimulatedNode node;
  private StateMemory memory = SteadyMemory.of(1 << 20, 8 << 20);
  private boolean diskIsLost;
  private boolean diskIsDamaged;
  private volatile boolean diskIsUsed;
  private @Nullable Streams streams;
  private @Nullable Aggregate aggregate;
  private @Nullable Group group;

  AggregateMachine(AggregateWorld world, String name) {
    this.world = world;
    this.name = name;
    this.disk = world.disks.resolve(name);
    this.node = world.simulation.node(name);
    start();
  }

  SimulatedNode node() {
    return node;
  }

  @Nullable Streams streams() {
    return streams;
  }

  @Nullable Aggregate aggregate() {
    return aggregate;
  }

  Optional<Commit> followed(int shard) {
    Group there = group;
    return there == null ? Optional.empty() : there.followed(shard);
  }

  ShardSnapshots snapshots(int shard) {
    return new ShardSnapshots(world.place.at(node), prefix(shard), "0".repeat(16));
  }

  /** Of the folder of a shard, here and in the place. */
  String prefix(int shard) {
    return "all.1~1/" + world.counted() + "~1/" + shard;
  }

  private void start() {
    SimulatedNode here = node;
    StateMemory mine = memory;
    streams = null;
    aggregate = null;
    group = null;
    here.spawn("main", () -> main(here, mine));
  }

  private void main(SimulatedNode here, StateMemory mine) {
    try {
      Context context = world.context(here);
      Streams begun = SimulatedServer.startStreams(context, name);
      var _ = begun.create(AggregateWorld.CLICKS, world.options);
      AggregateJob job = world.rekeyed ? rekeyed(context, begun) : direct();
      StateSettings settings =
          new StateSettings(
              disk,
              mine,
              Optional.of(world.place.at(here)),
              Duration.ofSeconds(5),
              Duration.ofSeconds(10));
      diskIsUsed = true;
      aggregate = Aggregate.start(context, begun, world.counted(), "all", job, settings);
      group = begun.stream(world.counted()).group(Aggregate.group("all", 1));
      streams = begun;
    } catch (RuntimeException | InterruptedException e) {
      here.crash(); // and is started again
    }
  }

  private AggregateJob direct() {
    return new AggregateJob(
        new Watched(CollectingAggregator.BY_KEY, this::added), AggregateWorld.windows(), 1);
  }

  /** All is sent to the members' shards, and counted there. */
  private AggregateJob rekeyed(Context context, Streams begun) {
    var members =
        begun
            .create(
                AggregateWorld.MEMBERS,
                StreamOptions.DEFAULT.shards(AggregateWorld.SHARDS).deduplicate(Duration.ZERO))
            .value();
    Group source =
        begun.stream(AggregateWorld.CLICKS)
            .createGroup(Aggregate.group("all", 1), Start.earliest(), GroupOptions.DEFAULT)
            .value();
    RekeyJob job =
        new RekeyJob(
            "aggregate/all~1",
            event -> CollectingAggregator.BY_KEY.key().apply(event),
            event -> CollectingAggregator.BY_KEY.payload().apply(event),
            AggregateWorld.windows(),
            SkippedEvents.COUNTED);
    var _ = MemberSender.start(context, source, job, members);
    return new AggregateJob(
        new Watched(
            new CollectingAggregator(MemberEvents::group, MemberEvents::member), this::added),
        AggregateWorld.windows(),
        1,
        SkippedEvents.COUNTED,
        new MemberEvents(AggregateWorld.SHARDS));
  }

  private void added(StoredEvent event) {
    if (!read.add(event.id().toString())) {
      world.tally().readAgain++;
    }
    world.ledger.added(name, event);
  }

  void loseDisk() {
    diskIsLost = true;
  }

  void damageDisk() {
    diskIsDamaged = true;
  }

  void restart() {
    if (node.isCrashed()) {
      tally();
      memory.close(); // what is not flushed is gone
      memory = SteadyMemory.of(1 << 20, 8 << 20);
      if (diskIsUsed || diskIsLost || diskIsDamaged) {
        spoilDisk();
        noteFlushed();
      }
      node = world.simulation.node(name);
      start();
    }
  }

  private void tally() {
    Aggregate ended = aggregate;
    if (ended != null) {
      ended
          .status()
          .shards()
          .values()
          .forEach(
              shard -> {
                world.tally().restored += shard.recovery().restored();
                world.tally().quarantined += shard.recovery().quarantined();
                world.tally().published += shard.snapshots().published();
              });
    }
  }

  private void spoilDisk() {
    if (diskIsLost) {
      StateFolders.delete(disk);
    } else if (diskIsDamaged && Files.exists(disk)) {
      try (Stream<Path> files = Files.walk(disk)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".sst")).toList()) {
          byte[] bytes = Files.readAllBytes(file);
          bytes[bytes.length / 3] ^= 1;
          Files.delete(file);
          Files.write(file, bytes);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What is on the disk and can be read is not read from the stream again. */
  private void noteFlushed() {
    world.ledger.diskLost(name);
    for (int shard = 0; shard < AggregateWorld.SHARDS && !diskIsDamaged; shard++) {
      Path folder = disk.resolve(prefix(shard));
      if (Files.exists(folder)) {
        try (ShardState state = new ShardState(folder, memory)) {
          world.ledger.flushed(name, shard, state.progress().next());
        } catch (StateException e) {
          // It was damaged before.
        }
      }
    }
    diskIsLost = false;
    diskIsDamaged = false;
    diskIsUsed = false;
  }

  void calm() {
    node.resume();
    world.stores.reconnect(node);
  }

  void close() {
    if (!node.isCrashed()) {
      tally();
    }
    memory.close();
  }
}
