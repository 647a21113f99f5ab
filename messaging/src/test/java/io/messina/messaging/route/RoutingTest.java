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
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Consumer;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.PagedTask;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

  /** As if an owner had chosen the carrier for all that is there, some time ago, and had ended. */
  private void choose(Duration ago) {
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
                (shard, owned, from) -> page -> choose(shard, owned, from, page, ago, chosen)))) {
      SystemWaiting.until(chosen::get, () -> "chosen");
    }
  }

  private String choose(
      ShardId shard,
      OwnGroup owned,
      Commit from,
      EventPage page,
      Duration ago,
      AtomicBoolean chosen) {
    if (!chosen.get()) {
      Map<Long, Choice> choices = new LinkedHashMap<>();
      page.events().forEach(each -> choices.put(each.id().position().packed(), carrier()));
      long last = page.events().getLast().id().position().packed();
      ChoiceTable.write(
          store,
          shard,
          new ChosenPage(from.position().packed(), last, ago(ago.toSeconds()), choices),
          owned.nextTimestampMicros());
      owned.commit(new Commit(from.position(), page.run(), Long.toString(last + 1)));
      chosen.set(true);
    }
    throw new RequestException.Unavailable("it ends");
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

  @Test
  void a_page_that_had_left_before_its_owner_ended_does_not_leave_again_with_what_is_behind_it() {
    appendWithoutKeys(0, 3);
    choose(Duration.ofMinutes(1));
    Stream channel = messages.stream(MessageStreams.ofChannel(Channel.SMS));
    List<StoredEvent> page = channel.read(0, Optional.empty(), 10, Duration.ZERO).events();
    SourceBatch batch =
        new SourceBatch(
            channel.definition().shard(0).toString(), page.getLast().id().position().packed());
    var _ =
        messages.stream(MessageStreams.ofConnector(CARRIER))
            .append(
                page.stream()
                    .map(
                        each -> Message.of(each).orElseThrow().chosen(1).numberedEvent(batch, each))
                    .toList());
    appendWithoutKeys(3, 5);
    Chooser chooser = (some, _) -> some.stream().map(_ -> carrier()).toList();
    try (Routing _ = route(chooser)) {
      SystemWaiting.until(
          () -> happened(MessageEventKind.ROUTED).size() == 5, () -> "left: " + left());
    }
    assertThat(left())
        .containsExactlyElementsOf(IntStream.range(0, 5).mapToObj(i -> chanceId(i)).toList());
  }

  @Test
  void choices_of_a_page_that_did_not_come_to_count_are_passed_over() {
    ShardId shard = messages.stream(MessageStreams.ofChannel(Channel.SMS)).definition().shard(0);
    Map<Long, Choice> others = Map.of(5L, Choice.of("another", 1, Optional.empty()));
    Map<Long, Choice> first = Map.of(1L, carrier(), 5L, carrier());
    Map<Long, Choice> second = Map.of(8L, carrier());
    ChoiceTable.write(store, shard, new ChosenPage(0, 7, ago(9), others), 3);
    ChoiceTable.write(store, shard, new ChosenPage(0, 5, ago(9), first), 1);
    ChoiceTable.write(store, shard, new ChosenPage(6, 8, ago(9), second), 2);
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
