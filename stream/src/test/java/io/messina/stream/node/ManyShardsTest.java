package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.SimulatedStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Many shards and groups that were used once fit into a heap that they would not all fill alone.
 */
@FullBuild("a bound of memory; what a shard keeps is tested in each build")
class ManyShardsTest {

  @Test
  void five_hundred_shards_of_five_groups_that_were_used_once_fit_into_112_MiB()
      throws IOException, InterruptedException {
    use("112m", 16, 32, 5, 60);
  }

  @Test
  void three_thousand_shards_of_five_groups_that_were_used_once_fit_into_512_MiB()
      throws IOException, InterruptedException {
    use("512m", 200, 16, 5, 40);
  }

  private static void use(String heap, int streams, int shards, int groups, int events)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heap,
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            ManyShardsProgram.class.getName(),
            "" + streams,
            "" + shards,
            "" + groups,
            "" + events);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(printed).isZero();
    long[] numbers =
        Arrays.stream(printed.lines().toList().getLast().split(" "))
            .mapToLong(Long::parseLong)
            .toArray();
    assertThat(numbers[0]).isEqualTo((long) streams * shards * groups * events);
    assertThat(numbers[1]).isBetween(1L, numbers[2]);
  }

  /**
   * Uses many streams once, each with all of its groups, and leaves them. Takes the numbers of
   * streams, of shards of each, of groups of each and of events on each shard; prints how many
   * events were acked, what caches take and what they may take.
   */
  static final class ManyShardsProgram {

    private static final int PAYLOAD_BYTES = 4_096;
    private static final int CLAIM_MAX = 1_000;
    private static final int STREAMS_AT_ONCE = 2;

    private final Streams node;
    private final int shards;
    private final int groups;
    private final int events;
    private final AtomicLong acked = new AtomicLong();

    private ManyShardsProgram(Streams node, int shards, int groups, int events) {
      this.node = node;
      this.shards = shards;
      this.groups = groups;
      this.events = shards * events;
    }

    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
      int[] numbers = List.of(arguments).stream().mapToInt(Integer::parseInt).toArray();
      Store store = SimulatedStore.calm(InstantSource.system());
      try (Streams node = Streams.embedded(store)) {
        ManyShardsProgram program = new ManyShardsProgram(node, numbers[1], numbers[2], numbers[3]);
        program.useAll(numbers[0]);
        System.out.println(
            program.acked + " " + node.caches().usedBytes() + " " + node.caches().bytesMax());
      }
    }

    private void useAll(int streams) throws InterruptedException, ExecutionException {
      try (ExecutorService threads = Executors.newFixedThreadPool(STREAMS_AT_ONCE)) {
        List<Future<?>> used =
            IntStream.range(0, streams)
                .<Future<?>>mapToObj(number -> threads.submit(() -> use("stream-" + number)))
                .toList();
        for (Future<?> each : used) {
          each.get();
        }
      }
    }

    private void use(String name) {
      Stream stream =
          node.create(new StreamName(name), StreamOptions.DEFAULT.shards(shards)).value();
      List<Group> readers =
          IntStream.range(0, groups).mapToObj(number -> group(stream, "group-" + number)).toList();
      var _ = stream.append(IntStream.range(0, events).mapToObj(ManyShardsProgram::event).toList());
      readers.forEach(this::work);
    }

    /** The shards may be without owners for long, as there are so many. */
    private static Group group(Stream stream, String name) {
      while (true) {
        try {
          return stream
              .createGroup(new GroupName(name), Start.earliest(), GroupOptions.DEFAULT)
              .value();
        } catch (RequestException.Unavailable e) {
          System.err.println(e.getMessage());
        }
      }
    }

    private static Event event(int number) {
      return Event.builder(Bytes.wrap(new byte[PAYLOAD_BYTES]))
          .key(Bytes.utf8("key-" + number))
          .idempotencyKey("event-" + number)
          .build();
    }

    private void work(Group group) {
      int left = events;
      while (left > 0) {
        List<ClaimAddress> receipts =
            group.claim(ClaimOptions.upTo(CLAIM_MAX).withWait(Duration.ofSeconds(20))).stream()
                .map(ClaimedEvent::receipt)
                .toList();
        var _ = group.ack(receipts);
        left -= receipts.size();
        acked.addAndGet(receipts.size());
      }
    }
  }
}
