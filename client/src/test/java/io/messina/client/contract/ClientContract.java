package io.messina.client.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Appended;
import io.messina.api.ClaimOptions;
import io.messina.api.Cluster;
import io.messina.api.ClusterMember;
import io.messina.api.ClusterShard;
import io.messina.api.EventId;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.ScheduleId;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.event.Event;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.group.ClaimWorker;
import io.messina.client.group.ClaimedEvent;
import io.messina.client.group.GroupClient;
import io.messina.client.group.Outcome;
import io.messina.client.group.WorkerOptions;
import io.messina.client.stream.AppendOptions;
import io.messina.client.stream.BatchingAppender;
import io.messina.client.stream.StreamClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * What the client and a server do together. A subclass says where the server is; each scenario has
 * streams of its own and leaves them there.
 */
public abstract class ClientContract extends GroupContract {

  private static final int MANY = 2_000;

  /** Made by the test framework. */
  protected ClientContract() {}

  @Test
  void an_appended_event_is_read_and_found_as_it_was() {
    Instant time = Instant.parse("2015-09-12T00:46:58.771001Z");
    NewEvent given =
        NewEvent.of("änna", Payload.json("{\"a\":[1.50,\"😀\"]}"))
            .withTime(time)
            .withHeader("Trace", "ä b");
    EventId id = append(given);
    Event read = all(stream).get(0);
    assertThat(read.id()).isEqualTo(id);
    assertThat(read.key().orElseThrow().text()).isEqualTo("änna");
    assertThat(read.time()).isEqualTo(time);
    assertThat(read.headers()).isEqualTo(given.headers());
    assertThat(read.payload()).isEqualTo(given.payload());
    assertThat(stream.event(id).event()).isEqualTo(read);
  }

  @Test
  void a_key_is_where_its_events_are() {
    EventId id = append(NewEvent.of("ä&/", Payload.json("1")));
    int shard = stream.where("ä&/").shard();
    assertThat(stream.read(shard, Start.earliest(), 10, Duration.ZERO).events())
        .extracting(Event::id)
        .containsExactly(id);
    assertThat(stream.where("ä&/").owner()).isPresent();
  }

  @Test
  void the_cluster_has_the_owner_of_each_shard_among_its_nodes() {
    append(NewEvent.of("a", Payload.json("1")));
    ClusterShard owned = stream.where("a");
    Cluster cluster = client.cluster();
    assertThat(cluster.shards())
        .filteredOn(shard -> shard.stream().equals(stream.name()))
        .contains(owned);
    assertThat(cluster.nodes())
        .extracting(ClusterMember::address)
        .contains(owned.owner().orElseThrow());
  }

  @Test
  void bytes_of_any_type_come_back() {
    Payload image = Payload.bytes(new byte[] {0, -1, '\n', 7}, "image/png");
    append(NewEvent.of(image));
    assertThat(all(stream).get(0).payload()).isEqualTo(image);
  }

  @Test
  void a_request_sent_again_with_its_key_stores_nothing_twice() {
    AppendOptions key = AppendOptions.idempotent("k-" + UUID.randomUUID());
    List<NewEvent> events = List.of(event("a", 1), event("b", 2));
    Appended first = stream.append(events, key);
    Appended again = stream.append(events, key);
    assertThat(first.duplicates()).isZero();
    assertThat(again.duplicates()).isEqualTo(2);
    assertThat(again.ids()).isEqualTo(first.ids());
    assertThat(all(stream)).hasSize(2);
    assertThatThrownBy(() -> stream.append(List.of(event("a", 3), event("b", 2)), key))
        .isInstanceOf(MessinaException.Refused.class);
  }

  @Test
  void a_numbered_batch_sent_again_changes_nothing() {
    stream.append(List.of(event("a", 1)), AppendOptions.numbered("loader", 1));
    Appended again = stream.append(List.of(event("a", 2)), AppendOptions.numbered("loader", 1));
    assertThat(again.duplicates()).isEqualTo(1);
    stream.append(List.of(event("a", 3)), AppendOptions.numbered("loader", 2));
    assertThat(all(stream))
        .extracting(read -> read.payload().text())
        .containsExactly("{\"n\":1}", "{\"n\":3}");
  }

  @Test
  void delayed_events_come_when_they_are_due_unless_cancelled() {
    ScheduleId late = delay(event("a", 1), Instant.now().plus(FAR));
    assertThat(stream.cancel(late)).isTrue();
    assertThat(stream.cancel(late)).isFalse();
    delay(event("a", 2), Instant.now().plusSeconds(1));
    assertThat(claim().event().payload().text()).isEqualTo("{\"n\":2}");
  }

  private ScheduleId delay(NewEvent event, Instant due) {
    return stream.delay(List.of(event), due).ids().get(0).orElseThrow();
  }

  @Test
  void a_definition_that_somebody_else_has_changed_is_left_alone() {
    StreamClient read = stream.ifMatch(stream.get().tag());
    GroupClient readGroup = group.ifMatch(group.get().definition().tag());
    stream.change(options -> options.retention(Duration.ofDays(3)));
    group.change(options -> options.maxAttempts(7));

    refused(() -> read.change(options -> options.retention(Duration.ofDays(1))));
    refused(read::delete);
    refused(() -> stream.ifAbsent().create(StreamOptions.DEFAULT));
    refused(() -> readGroup.change(options -> options.maxAttempts(1)));
    refused(readGroup::delete);
    refused(() -> group.ifAbsent().create(GroupOptions.DEFAULT));
    assertThat(stream.get().options().retention()).contains(Duration.ofDays(3));
    assertThat(group.get().definition().options().maxAttempts()).isEqualTo(7);
    assertThat(
            stream
                .ifMatch(stream.get().tag())
                .change(options -> options.retention(Duration.ofDays(1))))
        .isEqualTo(stream.get());
  }

  private static void refused(ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOfSatisfying(
            MessinaException.Refused.class,
            refused -> assertThat(refused.problem().code()).isEqualTo("precondition_failed"));
  }

  @Test
  void streams_and_groups_are_listed_and_deleted() {
    assertThat(client.streams()).contains(stream.get());
    assertThat(stream.groups()).containsExactly(group.get().definition());
    group.delete();
    assertThatThrownBy(group::get).isInstanceOf(MessinaException.NotFound.class);
    stream.delete();
    assertThatThrownBy(stream::get).isInstanceOf(MessinaException.NotFound.class);
    assertThatThrownBy(() -> append(event("a", 1))).isInstanceOf(MessinaException.NotFound.class);
  }

  @Test
  void other_numbers_of_shards_are_refused() {
    assertThatThrownBy(() -> stream.create(StreamOptions.defaults().shards(2)))
        .isInstanceOf(MessinaException.Refused.class);
  }

  @Test
  void a_worker_processes_all_that_an_appender_stores() throws Exception {
    Set<Integer> processed = ConcurrentHashMap.newKeySet();
    CountDownLatch all = new CountDownLatch(MANY);
    try (ClaimWorker worker =
        ClaimWorker.start(
            group,
            WorkerOptions.named("tester").withConcurrency(8).withBatch(500),
            claimed -> process(claimed, processed, all))) {
      appendMany();
      all.await();
      assertThat(worker.ended()).isNotDone();
    }
    assertThat(processed).hasSize(MANY);
    assertThat(group.get().lag()).hasValue(0);
  }

  private static Outcome process(ClaimedEvent claimed, Set<Integer> processed, CountDownLatch all) {
    int number = Integer.parseInt(claimed.event().payload().text());
    if (number % 50 == 0 && claimed.attempt() == 1) {
      return Outcome.retry("on purpose", Duration.ofMillis(1));
    }
    if (processed.add(number)) {
      all.countDown();
    }
    return Outcome.done();
  }

  private void appendMany() {
    try (BatchingAppender appender = new BatchingAppender(stream)) {
      for (int i = 0; i < MANY; i++) {
        var unused = appender.append(NewEvent.of("k" + i % 100, Payload.json("" + i)));
      }
    }
  }

  @Test
  void what_a_killed_worker_held_comes_again() throws Exception {
    stream.append(List.of(event("a", 1), event("b", 2), event("c", 3), event("d", 4)));
    KilledWorker.claimTwoAckOneAndDie(url(), stream.name(), group.name());
    List<ClaimedEvent> rest = List.of(claim(), claim(), claim());
    assertThat(rest).extracting(ClaimedEvent::attempt).containsExactlyInAnyOrder(1, 1, 1);
    group.ack(rest.stream().map(ClaimedEvent::receipt).toList());
    assertThat(group.get().lag()).hasValue(0);
  }

  @Test
  void what_is_not_there_is_not_found() {
    StreamClient none = client.stream(new StreamName("none-" + UUID.randomUUID()));
    assertThatThrownBy(none::get)
        .isInstanceOf(MessinaException.NotFound.class)
        .hasMessageContaining("stream_not_found");
    assertThatThrownBy(() -> stream.event(new EventId("nonsense")))
        .isInstanceOf(MessinaException.class);
  }

  /** A worker in a process of its own, that is killed between two acknowledgements. */
  static final class KilledWorker {

    private static final String READY = "one of two is acknowledged";

    private KilledWorker() {}

    /** Starts the process, waits until it is half done, and kills it as {@code kill -9} does. */
    static void claimTwoAckOneAndDie(URI url, StreamName stream, GroupName group)
        throws IOException, InterruptedException {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1", // it lives too shortly for more
                  "-cp",
                  System.getProperty("java.class.path"),
                  KilledWorker.class.getName(),
                  url.toString(),
                  stream.value(),
                  group.value())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
        String line = output.readLine();
        if (!READY.equals(line)) {
          throw new IOException("the worker said " + line);
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
    }

    /**
     * Claims two events and acknowledges one.
     *
     * @param args the base URL, the stream and the group
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws InterruptedException {
      MessinaClient client = MessinaClient.connect(args[0]);
      GroupClient group = client.stream(args[1]).group(args[2]);
      List<ClaimedEvent> claimed =
          group.claim(
              ClaimOptions.upTo(2)
                  .withWait(Duration.ofSeconds(30))
                  .withLease(Duration.ofMinutes(10))
                  .withWorker("doomed"));
      group.ack(List.of(claimed.get(0).receipt()));
      // Only now is there little time left, as starting up may take long.
      group.extend(List.of(claimed.get(1).receipt()), Optional.of(Duration.ofSeconds(1)));
      System.out.println(READY);
      new CountDownLatch(1).await();
    }
  }
}
