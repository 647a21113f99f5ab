package io.messina.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import io.messina.api.Receipt;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.cli.ChildProcess;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.Event;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.group.ClaimedEvent;
import io.messina.client.group.GroupClient;
import io.messina.client.stream.StreamClient;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.disk.DiskState;
import io.messina.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with a stream and a group, on a disk that fails under it. */
class DiskFaultsTest {

  private static final int SHARDS = 2;
  private static final int EVENTS = 30;
  private static final int CLAIMED = 10;
  private static final int READ_MAX = 1_000;

  /** Refuses instead of asking again, so that what the server says is seen. */
  private static final RetryPolicy NO_RETRIES = RetryPolicy.NONE;

  @TempDir private Path folder;
  @TempDir private Path mounted;

  private SimulatedDisk disk;
  private ChildProcess server;
  private MessinaClient client;

  @BeforeAll
  static void needs_a_disk_of_its_own() {
    assumeTrue(SimulatedDisk.isAvailable(), "mounting a file system needs Linux and root");
  }

  @BeforeEach
  void start() throws IOException {
    disk = SimulatedDisk.mount(mounted);
    serve();
    stream().create(StreamOptions.defaults().shards(SHARDS));
    group().create(GroupOptions.defaults().lease(Duration.ofMinutes(5)));
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
    disk.close();
  }

  @Test
  void a_full_disk_takes_no_writes_and_the_server_goes_on_afterwards() {
    check(DiskState.FULL);
  }

  @Test
  @FullBuild("a disk that is full")
  void a_disk_whose_writes_fail_takes_none_and_the_server_goes_on_afterwards() {
    check(DiskState.FAILING_WRITES);
  }

  private void check(DiskState state) {
    Set<String> stored = append(0, EVENTS);
    List<Receipt> receipts = receipts(claim(CLAIMED));
    disk.become(state);
    assertThatThrownBy(() -> append("refused")).isInstanceOf(MessinaException.class);
    assertThat(read()).containsExactlyInAnyOrderElementsOf(stored);
    assertThat(isAcked(receipts)).as("an ack while the disk takes no writes").isFalse();
    disk.become(DiskState.WORKING);
    server.awaitThat(() -> isAppended("after"));
    stored.add("after");
    assertThat(read()).containsAll(stored).doesNotHaveDuplicates();
    server.awaitThat(() -> isAcked(receipts));
    assertThat(payloads(claimAll())).contains("after").doesNotHaveDuplicates();
  }

  @Test
  @FullBuild("the power fails under the store in store-rocksdb")
  void what_was_acknowledged_before_the_power_fails_stands_afterwards() throws Exception {
    Set<String> stored = append(0, EVENTS);
    List<ClaimedEvent> claimed = claim(CLAIMED);
    assertThat(isAcked(receipts(claimed))).isTrue();
    List<ClaimedEvent> held = claim(CLAIMED);
    disk.losePower(new Random(1));
    server.kill();
    client.close();
    disk.restorePower();
    serve();
    assertThat(read()).containsExactlyInAnyOrderElementsOf(stored);
    Set<String> left = new HashSet<>(stored);
    left.removeAll(payloads(claimed));
    left.removeAll(payloads(held));
    assertThat(payloads(claimAll())).containsExactlyInAnyOrderElementsOf(left);
    assertThat(isAcked(receipts(held))).as("receipts are good at the next start").isTrue();
  }

  private void serve() throws IOException {
    server =
        ChildProcess.start(folder, "serve --port 0 --data", mounted.resolve("data").toString());
    server.awaitOutput(text -> text.contains("\n"));
    client = MessinaClient.builder(URI.create(server.url())).retries(NO_RETRIES).build();
    server.awaitThat(this::isUp);
  }

  private boolean isUp() {
    try {
      var _ = client.streams();
      return true;
    } catch (MessinaException e) {
      return false;
    }
  }

  private StreamClient stream() {
    return client.stream("doors");
  }

  private GroupClient group() {
    return stream().group("guards");
  }

  private Set<String> append(int from, int to) {
    Set<String> stored = new HashSet<>();
    for (int i = from; i < to; i++) {
      append("event-" + i);
      stored.add("event-" + i);
    }
    return stored;
  }

  private void append(String text) {
    stream().append(NewEvent.of(text, Payload.text(text)));
  }

  private boolean isAppended(String text) {
    try {
      append(text);
      return true;
    } catch (MessinaException e) {
      return false;
    }
  }

  private List<ClaimedEvent> claim(int max) {
    return group().claim(ClaimOptions.upTo(max).withWait(Duration.ofSeconds(5)));
  }

  private List<ClaimedEvent> claimAll() {
    List<ClaimedEvent> all = new ArrayList<>(claim(READ_MAX));
    for (List<ClaimedEvent> more = all; !more.isEmpty(); all.addAll(more)) {
      more = group().claim(ClaimOptions.upTo(READ_MAX));
    }
    return all;
  }

  private boolean isAcked(List<Receipt> receipts) {
    try {
      return group().ack(receipts).stream().allMatch(result -> result.status() == ReceiptStatus.OK);
    } catch (MessinaException e) {
      return false;
    }
  }

  private List<String> read() {
    return IntStream.range(0, SHARDS)
        .mapToObj(shard -> stream().read(shard, Start.earliest(), READ_MAX, Duration.ZERO).events())
        .flatMap(List::stream)
        .map(DiskFaultsTest::text)
        .toList();
  }

  private static List<Receipt> receipts(List<ClaimedEvent> claimed) {
    return claimed.stream().map(ClaimedEvent::receipt).toList();
  }

  private static List<String> payloads(List<ClaimedEvent> claimed) {
    return claimed.stream().map(ClaimedEvent::event).map(DiskFaultsTest::text).toList();
  }

  private static String text(Event event) {
    return event.payload().text();
  }
}
