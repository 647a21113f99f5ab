package io.messina.aggregate.node;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.rekey.MemberEvents;
import io.messina.aggregate.rekey.MemberSender;
import io.messina.aggregate.rekey.RekeyJob;
import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.state.SteadyMemory;
import io.messina.aggregate.window.Window;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Group;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Commit;
import io.messina.testkit.simulation.SimulatedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What runs on a server: an aggregate with a disk, which keeps what its processes flushed. */
final class AggregateMachine {

  private final AggregateWorld world;
  private final String name;
  private final Path disk;
  private final Set<String> read = new HashSet<>();
  private StateMemory memory = memory();
  private boolean diskIsLost;
  private boolean diskIsDamaged;
  private @Nullable Aggregate aggregate;

  /**
   * What has begun.
   *
   * @param node whose process it is
   */
  record Begun(AggregateMachine machine, SimulatedNode node, Aggregate aggregate, Group group) {

    int owned() {
      return group.owned().size();
    }

    Optional<Commit> followed(int shard) {
      return group.followed(shard);
    }

    ShardSnapshots snapshots(int shard) {
      return new ShardSnapshots(machine.world.place.at(node), prefix(shard), "0".repeat(16));
    }

    String prefix(int shard) {
      return machine.world.prefix(shard);
    }
  }

  AggregateMachine(AggregateWorld world, String name) {
    this.world = world;
    this.name = name;
    this.disk = world.disks.resolve(name);
  }

  private static StateMemory memory() {
    return SteadyMemory.of(1 << 20, 8 << 20);
  }

  /** Begins in a new process, after the one before has ended. */
  Begun begin(SimulatedNode here, Context context, Streams streams) {
    end();
    memory = memory();
    spoilDisk();
    noteFlushed();
    var _ = streams.create(AggregateWorld.CLICKS, world.options);
    AggregateJob job = world.rekeyed ? rekeyed(context, streams) : direct();
    StateSettings settings =
        new StateSettings(
            disk,
            memory,
            Optional.of(world.place.at(here)),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10));
    Aggregate begun = Aggregate.start(context, streams, world.counted(), "all", job, settings);
    aggregate = begun;
    return new Begun(
        this, here, begun, streams.stream(world.counted()).group(Aggregate.group("all", 1)));
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

  /** Ends what runs; what is not flushed is gone. */
  void end() {
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
      aggregate = null;
    }
    memory.close();
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
      Path folder = disk.resolve(world.prefix(shard));
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
  }

  /**
   * What a key has in a window is the payloads of all its events, as in {@code 1 2 3}: so whatever
   * is lost or doubled is seen.
   */
  record CollectingAggregator(
      Function<StoredEvent, Bytes> key, Function<StoredEvent, Bytes> payload)
      implements Aggregator {

    /** By the keys of events. */
    static final CollectingAggregator BY_KEY =
        new CollectingAggregator(
            event -> event.event().key().orElseThrow(), event -> event.event().payload());

    @Override
    public boolean add(Window window, StoredEvent event, LocalState state) {
      Bytes key = this.key.apply(event);
      @Nullable Bytes before = state.get(window, key);
      Bytes own = payload.apply(event);
      state.put(window, key, before == null ? own : merge(before, own));
      return true;
    }

    @Override
    public void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
      state.range(
          window,
          Bytes.EMPTY,
          (key, value) -> {
            rows.accept(key, value);
            return true;
          });
    }

    @Override
    public Bytes merge(Bytes one, Bytes other) {
      return Bytes.utf8(one.toUtf8() + " " + other.toUtf8());
    }

    @Override
    public Object result(Bytes part) {
      return part.toUtf8();
    }
  }
}
