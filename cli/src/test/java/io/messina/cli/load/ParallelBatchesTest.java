package io.messina.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.ReadStart;
import io.messina.api.StreamOptions;
import io.messina.cli.TestServer;
import io.messina.cli.file.FileEntry;
import io.messina.client.event.Event;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ParallelBatchesTest {

  private static final int EVENTS = 6_000;
  private static final int KEYS = 37;

  @TempDir private Path folder;
  @AutoClose private TestServer server;
  private StreamClient stream;
  private final ConcurrentLinkedQueue<Integer> sizes = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void start() throws InterruptedException {
    server = TestServer.start(folder);
    stream = server.client().stream("lines");
    var _ = stream.create(StreamOptions.defaults().shards(4).key("/key"));
  }

  @Test
  void events_of_a_key_keep_their_order_however_many_requests_go_at_a_time() {
    send(8, 50, 0, EVENTS);
    Map<String, List<Integer>> numbers =
        stored().stream()
            .collect(
                Collectors.groupingBy(
                    json -> json.required("key").asString(),
                    TreeMap::new,
                    Collectors.mapping(
                        json -> json.required("number").intValue(), Collectors.toList())));
    assertThat(numbers).hasSize(KEYS);
    assertThat(numbers.values()).allSatisfy(each -> assertThat(each).isSorted());
  }

  @Test
  void what_was_broken_off_goes_on_with_another_parallelism_and_stores_all_once() {
    send(8, 50, 0, EVENTS / 3);
    send(1, 50, 0, EVENTS / 2);
    send(3, 50, 0, EVENTS);
    assertThat(stored())
        .extracting(json -> json.required("number").intValue())
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, EVENTS).boxed().toList());
  }

  @Test
  void a_batch_ends_at_its_count_and_before_it_is_too_large_for_a_row() {
    ParallelBatches sources = sources(new Sending(1, 1, 2, Sending.EVENT_BATCH_BYTES), "cut");
    int half = 60 << 10;
    for (int bytes : new int[] {1, 1, 1, half, half, 500 << 10, half, half, half}) {
      sources.add(new FileEntry(1, Payload.json("\"" + "x".repeat(bytes) + "\"")), 0);
    }
    sources.finish();
    assertThat(sizes).containsExactly(2, 2, 1, 1, 2, 1);
  }

  /** Only whole batches, as a load that is killed leaves them. */
  private void send(int parallel, int batch, int from, int to) {
    KeyOrder order = new KeyOrder(stream.get().options().key());
    ParallelBatches sources = sources(Sending.ofEvents(-1, parallel, batch), "lines");
    for (int number = from; number < to; number++) {
      FileEntry entry =
          new FileEntry(
              number,
              Payload.json("{\"key\":\"k" + number % KEYS + "\",\"number\":" + number + "}"));
      sources.add(entry, order.of(entry));
    }
    if (to == EVENTS) {
      sources.finish();
    }
  }

  private ParallelBatches sources(Sending sending, String name) {
    return ParallelBatches.ofEvents(stream, name, sending, (events, _, _) -> sizes.add(events));
  }

  private List<JsonNode> stored() {
    List<JsonNode> all = new ArrayList<>();
    for (int shard = 0; shard < 4; shard++) {
      stream.read(shard, ReadStart.at(Position.START), 10_000, Duration.ZERO).events().stream()
          .map(Event::payload)
          .forEach(payload -> all.add(JsonMapper.shared().readTree(payload.toBytes())));
    }
    return all;
  }
}
