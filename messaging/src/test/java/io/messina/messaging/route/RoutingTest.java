package io.messina.messaging.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.GroupOptions;
import io.messina.api.SourceBatch;
import io.messina.api.Start;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageRecipient;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.RoutingState;
import io.messina.messaging.track.Tracker;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Consumer;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.PagedTask;
import io.messina.stream.node.Group;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import io.messina.stream.testkit.HurriedTime;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a page of messages of which one cannot be routed, and of one that fails. */
@Timeout(60)
@SuppressWarnings("NullAway.Init")
class RoutingTest {

  private static final String CARRIER = "carrier";

  @TempDir private Path folder;
  private Store store;
  private Streams streams;
  private MessageStreams messages;

  @BeforeEach
  void open() {
    store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
    Routing.TABLES.forEach(store::create);
    Tracker.TABLES.forEach(store::create);
    streams = HurriedTime.streams(store);
    messages = new MessageStreams(streams);
    var _ = messages.create(MessageStreams.EVENTS, 1);
    var _ = messages.create(MessageStreams.ofConnector(CARRIER), 1);
    var _ = messages.create(MessageStreams.ofChannel(Channel.SMS), 1);
  }

  @AfterEach
  void close() {
    streams.close();
    store.close();
  }

  private Routing route(Chooser chooser) {
    return Routing.start(HurriedTime.context(store), messages, 1, chooser);
  }

  private static Choice carrier() {
    return Choice.of(CARRIER, 1, Optional.empty());
  }

  private void append(int first, int end) {
    var _ =
        messages.stream(MessageStreams.ofChannel(Channel.SMS))
            .append(
                IntStream.range(first, end).mapToObj(i -> message("m" + i).keyedEvent()).toList());
  }

  private static Message message(String id) {
    return new Message(
        id,
        new MessageRecipient(
            new AccountName("shop"),
            Channel.SMS,
            "+393331234567",
            Optional.empty(),
            Optional.of("IT")),
        Optional.empty(),
        MessageContent.text("hello"),
        Optional.empty(),
        Map.of(),
        RoutingState.NONE);
  }

  private List<MessageEvent> happened(MessageEventKind kind) {
    return messages.stream(MessageStreams.EVENTS)
        .read(0, Optional.empty(), 1_000, Duration.ZERO)
        .events()
        .stream()
        .flatMap(stored -> MessageStreams.messageEvent(stored).stream())
        .filter(event -> event.kind() == kind)
        .toList();
  }

  private List<String> left() {
    return messages.stream(MessageStreams.ofConnector(CARRIER))
        .read(0, Optional.empty(), 1_000, Duration.ZERO)
        .events()
        .stream()
        .flatMap(stored -> Message.of(stored).stream())
        .map(Message::id)
        .toList();
  }

  @Test
  void a_message_for_which_choosing_breaks_fails_alone() {
    Chooser chooser =
        (some, _) ->
            some.stream()
                .map(
                    message -> {
                      if (message.id().equals("m7")) {
                        throw new StackOverflowError("a route without an end");
                      }
                      return carrier();
                    })
                .toList();
    try (Routing routing = route(chooser)) {
      append(0, 20);
      SystemWaiting.until(
          () -> happened(MessageEventKind.ROUTED).size() == 19, () -> "routed: " + left());
      assertThat(left()).hasSize(19).doesNotContain("m7");
      assertThat(happened(MessageEventKind.FAILED))
          .extracting(MessageEvent::message)
          .containsExactly("m7");
      assertThat(routing.trouble()).isEmpty();
    }
  }

  @Test
  void a_shard_that_stands_still_is_in_trouble_until_it_goes_on() {
    AtomicBoolean fails = new AtomicBoolean(true);
    Chooser chooser =
        (List<Message> some, Instant _) -> {
          if (fails.get()) {
            throw new RequestException.Unavailable("no suppression can be read");
          }
          return some.stream().map(_ -> carrier()).toList();
        };
    try (Routing routing = route(chooser)) {
      append(0, 1);
      SystemWaiting.until(() -> routing.trouble().isPresent(), () -> "trouble");
      assertThat(routing.trouble().orElseThrow())
          .contains("messages.sms")
          .contains("no suppression can be read");
      fails.set(false);
      SystemWaiting.until(() -> routing.trouble().isEmpty(), () -> "no trouble");
      SystemWaiting.until(() -> left().equals(List.of("m0")), () -> "m0");
    }
  }

  /** What an owner wrote of the events that are there before it ended. */
  private interface Rows {
    void write(ShardId shard, List<Long> positions, long timestampMicros);
  }

  /** As if an owner had ended after its choices for all that is there came to count. */
  private void choose(Rows rows) {
    FollowTrouble trouble = new FollowTrouble("an owner that ends");
    AtomicBoolean chosen = new AtomicBoolean();
    Group group =
        messages.stream(MessageStreams.ofChannel(Channel.SMS))
            .createGroup(Routing.GROUP, Start.earliest(), GroupOptions.DEFAULT)
            .value();
    try (Consumer _ =
        group.follow(
            PagedTask.factory(
                HurriedTime.context(store),
                trouble,
                (shard, owned, from) -> page -> choose(shard, owned, from, page, rows, chosen)))) {
      SystemWaiting.until(chosen::get, () -> "chosen");
    }
  }

  private static String choose(
      ShardId shard, OwnGroup owned, Commit from, EventPage page, Rows rows, AtomicBoolean chosen) {
    if (!chosen.get()) {
      List<Long> positions =
          page.events().stream().map(each -> each.id().position().packed()).toList();
      rows.write(shard, positions, owned.nextTimestampMicros());
      String note = Long.toString(positions.getLast() + 1);
      owned.commit(new Commit(from.position(), page.run(), note));
      chosen.set(true);
    }
    throw new RequestException.Unavailable("it ends");
  }

  /** Some time ago, the carrier for all. */
  private void choose(Duration ago) {
    choose(
        (shard, positions, timestampMicros) ->
            write(shard, 0, positions, ago(ago.toSeconds()), timestampMicros));
  }

  private void write(
      ShardId shard, long since, List<Long> positions, Instant at, long timestampMicros) {
    Map<Long, Choice> choices =
        positions.stream().collect(Collectors.toMap(Function.identity(), _ -> carrier()));
    ChosenPage page = new ChosenPage(since, positions.getLast(), at, choices, true);
    ChoiceTable.write(store, shard, page, timestampMicros);
  }

  private static Instant ago(long seconds) {
    return Instant.now().minusSeconds(seconds).truncatedTo(ChronoUnit.MILLIS);
  }

  private void track(int message, MessageEventKind kind) {
    messages.publish(
        List.of(message("m" + message).chosen(1).event(kind, ago(60)).through(CARRIER)));
  }

  @Test
  void what_was_chosen_within_a_day_goes_to_the_connector_of_the_choice() {
    append(0, 3);
    choose(Duration.ofHours(22));
    try (Consumer _ = tracker();
        Routing _ = route(RoutingTest::nobody)) {
      SystemWaiting.until(() -> left().size() == 3, () -> "left: " + left());
    }
  }

  @Test
  void what_was_chosen_so_long_ago_that_it_may_have_left_does_not_leave_again() {
    append(0, 3);
    choose(Duration.ofHours(24));
    track(0, MessageEventKind.ROUTED);
    track(1, MessageEventKind.SENT);
    try (Consumer _ = tracker();
        Routing routing = route(RoutingTest::nobody)) {
      SystemWaiting.until(
          () -> happened(MessageEventKind.UNCERTAIN).size() == 1,
          () -> left() + " have left, " + routing.trouble());
      append(3, 4);
      SystemWaiting.until(
          () -> happened(MessageEventKind.FAILED).size() == 1, () -> "the next one");
    }
    assertThat(left()).isEmpty();
    assertThat(happened(MessageEventKind.UNCERTAIN))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.message()).isEqualTo("m2");
              assertThat(event.hop()).isOne();
              assertThat(event.details().reason().orElseThrow()).contains("not known any more");
            });
  }

  private static String chanceId(int number) {
    return "m%032x".formatted(number);
  }

  private void appendWithoutKeys(int first, int end) {
    var _ =
        messages.stream(MessageStreams.ofChannel(Channel.SMS))
            .append(
                IntStream.range(first, end)
                    .mapToObj(i -> message(chanceId(i)).unkeyedEvent())
                    .toList());
  }

  private static List<String> chanceIds(int end) {
    return IntStream.range(0, end).mapToObj(RoutingTest::chanceId).toList();
  }

  private void leave(List<StoredEvent> some, Function<StoredEvent, Event> event) {
    var _ =
        messages.stream(MessageStreams.ofConnector(CARRIER))
            .append(some.stream().map(event).toList());
  }

  private static Message leaving(StoredEvent stored) {
    return Message.of(stored).orElseThrow().chosen(1);
  }

  private List<StoredEvent> inChannel() {
    return messages.stream(MessageStreams.ofChannel(Channel.SMS))
        .read(0, Optional.empty(), 1_000, Duration.ZERO)
        .events();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void of_two_pages_only_those_leave_that_had_not_left_before_their_owner_ended(int left) {
    appendWithoutKeys(0, 200);
    choose(
        (shard, positions, timestampMicros) -> {
          List<Long> first = positions.subList(0, 100);
          write(shard, 0, first, ago(60), timestampMicros);
          write(shard, first.getLast() + 1, positions.subList(100, 200), ago(50), timestampMicros);
        });
    ShardId shard = messages.stream(MessageStreams.ofChannel(Channel.SMS)).definition().shard(0);
    for (int page = 0; page < left; page++) {
      List<StoredEvent> some = inChannel().subList(100 * page, 100 * page + 100);
      SourceBatch batch =
          new SourceBatch(shard.toString(), some.getLast().id().position().packed());
      leave(some, each -> leaving(each).numberedEvent(batch, each));
    }
    appendWithoutKeys(200, 202);
    try (Routing _ = route((some, _) -> some.stream().map(_ -> carrier()).toList())) {
      SystemWaiting.until(
          () -> happened(MessageEventKind.ROUTED).size() == 202, () -> "left: " + left());
    }
    assertThat(left()).containsExactlyElementsOf(chanceIds(202));
  }

  /** A row as versions before numbered pages wrote it. */
  private void writeAsBefore(
      ShardId shard, String connector, List<Long> positions, long timestampMicros) {
    PartitionKey partition =
        ChoiceTable.TABLE.partition(
            Column.ofText("stream").of(shard.stream().toString()),
            Column.ofInt("shard").of(shard.number()));
    String choices =
        positions.stream()
            .map(
                position ->
                    "\"%d\":{\"kind\":\"routed\",\"connector\":\"%s\",\"generation\":1}"
                        .formatted(position, connector))
            .collect(Collectors.joining(","));
    Row row =
        Row.of(
            partition.row(Column.ofLong("last_position").of(positions.getLast())),
            Column.ofInstant("chosen").of(ago(60)),
            Column.ofBytes("choices").of(Bytes.utf8("{\"choices\":{" + choices + "}}")));
    store.write(PlainBatch.in(partition, timestampMicros).put(row, ago(-3_600)).build());
  }

  @Test
  void what_an_earlier_version_has_chosen_leaves_once_under_the_keys_of_that_version() {
    appendWithoutKeys(0, 5);
    choose(
        (shard, positions, timestampMicros) -> {
          writeAsBefore(shard, CARRIER, positions.subList(0, 2), timestampMicros);
          writeAsBefore(shard, "another", positions.subList(0, 3), timestampMicros);
          writeAsBefore(shard, CARRIER, positions.subList(2, 5), timestampMicros);
        });
    leave(inChannel().subList(0, 3), each -> leaving(each).keyedEvent());
    appendWithoutKeys(5, 7);
    try (Routing _ = route((some, _) -> some.stream().map(_ -> carrier()).toList())) {
      SystemWaiting.until(
          () -> happened(MessageEventKind.ROUTED).size() == 7, () -> "left: " + left());
    }
    assertThat(left()).containsExactlyElementsOf(chanceIds(7));
  }

  @Test
  void choices_of_a_page_that_did_not_come_to_count_are_passed_over() {
    ShardId shard = messages.stream(MessageStreams.ofChannel(Channel.SMS)).definition().shard(0);
    Map<Long, Choice> others = Map.of(5L, Choice.of("another", 1, Optional.empty()));
    Map<Long, Choice> first = Map.of(1L, carrier(), 5L, carrier());
    Map<Long, Choice> second = Map.of(8L, carrier());
    ChoiceTable.write(store, shard, new ChosenPage(0, 7, ago(9), others, true), 3);
    ChoiceTable.write(store, shard, new ChosenPage(0, 5, ago(9), first, true), 1);
    ChoiceTable.write(store, shard, new ChosenPage(6, 8, ago(9), second, true), 2);
    assertThat(ChoiceTable.read(store, shard, 0, 9))
        .extracting(ChosenPage::choices)
        .containsExactly(first, second);
    assertThat(ChoiceTable.read(store, shard, 0, 12))
        .as("of the last events nothing is kept")
        .extracting(ChosenPage::choices)
        .containsExactly(Map.of());
  }

  private Consumer tracker() {
    return Tracker.start(HurriedTime.context(store), messages, new FollowTrouble("tracker"));
  }

  private static List<Choice> nobody(List<Message> some, Instant now) {
    return some.stream()
        .map(_ -> Choice.none(MessageEventKind.FAILED, "planned at " + now))
        .toList();
  }
}
