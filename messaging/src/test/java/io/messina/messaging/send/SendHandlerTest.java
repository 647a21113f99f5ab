package io.messina.messaging.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.DURATION;

import io.messina.api.Backoff;
import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionReason;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.SendOptions;
import io.messina.connectors.Connector;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.SendResult;
import io.messina.connectors.SendTracer;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.RoutingState;
import io.messina.messaging.recipient.EndpointHealth;
import io.messina.messaging.recipient.SuppressionTable;
import io.messina.messaging.recipient.Suppressions;
import io.messina.messaging.route.Breaker;
import io.messina.messaging.track.Tracker;
import io.messina.messaging.track.UnsubscribeLinks;
import io.messina.runtime.Context;
import io.messina.runtime.SystemTime;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.EventAddress;
import io.messina.stream.NotBegunException;
import io.messina.stream.RejectedEventException;
import io.messina.stream.RetryAfterException;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Streams;
import io.messina.testkit.SystemWaiting;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a message from its provider right before the call, and how long. */
class SendHandlerTest {

  private static final int GENERATION = 2;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final AtomicInteger asked = new AtomicInteger();
  private final List<Duration> paused = new ArrayList<>();
  private final AtomicBoolean failing = new AtomicBoolean();
  private @Nullable Throwable thrown;
  private SendResult answer = new SendResult.Accepted(Optional.of("p1"), 1);

  @TempDir private Path folder;
  private Store store;
  private Streams streams;
  private MessageStreams messages;
  private SendServices services;
  private SendPace pace;
  private SendHandler handler;

  @BeforeEach
  void open() {
    store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
    List.of(Sender.TABLES, Tracker.TABLES, Suppressions.TABLES)
        .forEach(tables -> tables.forEach(store::create));
    streams = Streams.embedded(store);
    messages = new MessageStreams(streams);
    var _ = messages.create(MessageStreams.EVENTS, 1);
    var _ = messages.create(MessageStreams.ofChannel(Channel.SMS), 1);
    ThreadFactory threads = Thread.ofVirtual().factory();
    Context context = new Context(failing(store), new SystemTime(threads), new Random(1), threads);
    services =
        new SendServices(
            context,
            messages,
            1,
            new EndpointHealth(context, messages),
            new UnsubscribeLinks(context, messages, Optional.empty()),
            SendTracer.NONE);
    pace = new SendPace(services.context().time(), PaceOptions.FREE, () -> 1);
    handler = handler(PaceOptions.FREE);
  }

  private SendHandler handler(PaceOptions options) {
    ConnectorInstance instance =
        new ConnectorInstance("carrier", GENERATION, new Counting(), SendOptions.DEFAULT, options);
    return new SendHandler(
        services,
        instance,
        OutcomeLog.of(services.context(), messages, () -> false),
        new Breaker(services.context().time()),
        new ClaimControl() {

          @Override
          public void pause(Duration duration) {
            paused.add(duration);
          }

          @Override
          public void resume() {
            paused.add(Duration.ZERO);
          }
        },
        pace);
  }

  @AfterEach
  void close() {
    streams.close();
    store.close();
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** A store whose reads of a row fail once that is wanted. */
  private Store failing(Store whole) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (_, method, arguments) -> {
              if (failing.get() && method.getName().equals("get")) {
                throw new NoClassDefFoundError("a class of the store");
              }
              return method.invoke(whole, arguments);
            });
  }

  private final class Counting implements Connector {

    @Override
    public SendResult send(OutgoingMessage message, Duration timeout) {
      asked.incrementAndGet();
      if (thrown != null) {
        sneak(thrown);
      }
      return answer;
    }

    @Override
    public Optional<RepeatPromise> repeats() {
      return Optional.of(new RepeatPromise(Duration.ofHours(24), false));
    }

    @Override
    public void close() {}
  }

  private static Message message(String id, int generation) {
    return message(id, generation, Channel.SMS, "+393331234567");
  }

  private static Message message(String id, int generation, Channel channel, String to) {
    return new Message(
        id,
        new MessageRecipient(
            new AccountName("shop"), channel, to, Optional.empty(), Optional.of("IT")),
        Optional.empty(),
        MessageContent.text("hello"),
        Optional.empty(),
        Map.of(),
        new RoutingState(1, List.of(), Optional.of(generation)));
  }

  private static ClaimedEvent claimed(Message message, boolean redriven) {
    return claimed(message, redriven, 1);
  }

  private static ClaimedEvent claimed(Message message, boolean redriven, int attempt) {
    return claimed(message, redriven, attempt, Duration.ZERO);
  }

  /** Of a message that has come to its connector some time ago. */
  private static ClaimedEvent claimed(
      Message message, boolean redriven, int attempt, Duration ago) {
    Position position = new Position(1, 1);
    StoredEvent stored =
        new StoredEvent(
            new EventAddress(1, 0, 1, position), message.keyedEvent(), now().minus(ago));
    return new ClaimedEvent(
        stored, attempt, new ClaimAddress(1, 1, 0, 0, position, 1), redriven, false);
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  private void allow(Message message, int generation, Instant until) {
    RepeatTable.write(
        store,
        message,
        new RepeatTable.Repeat(generation, until),
        now(),
        streams.timestamps().next());
  }

  @Test
  void a_lease_that_may_end_before_the_call_does_keeps_it_from_the_provider() {
    ClaimedEvent event = claimed(message("m1", GENERATION), false);
    Duration timeout = SendOptions.DEFAULT.timeout();
    assertThatThrownBy(() -> handler.handle(event, () -> timeout.minusMillis(1)))
        .isInstanceOf(NotBegunException.class);
    assertThat(asked).hasValue(0);
    assertThatCode(() -> handler.handle(event, () -> timeout)).doesNotThrowAnyException();
    assertThat(asked).hasValue(1);
  }

  @Test
  void a_message_that_was_chosen_by_a_later_definition_waits_for_it() {
    ClaimedEvent event = claimed(message("m1", GENERATION + 1), false);
    assertThatThrownBy(() -> handler.handle(event, () -> LONG))
        .isInstanceOf(NotBegunException.class);
    assertThat(asked).hasValue(0);
  }

  @Test
  void a_repeat_goes_to_no_other_provider_than_the_first_one() {
    Message message = message("m1", GENERATION - 1);
    allow(message, GENERATION - 1, now().plus(Duration.ofHours(1)));
    assertThatThrownBy(() -> handler.handle(claimed(message, true), () -> LONG))
        .isInstanceOf(RejectedEventException.class);
    assertThat(asked).hasValue(0);
  }

  @Test
  void a_repeat_that_has_waited_too_long_is_uncertain_again() throws Exception {
    Message message = message("m1", GENERATION);
    Duration timeout = SendOptions.DEFAULT.timeout();
    allow(message, GENERATION, now().plus(timeout));
    assertThatThrownBy(() -> handler.handle(claimed(message, true), () -> LONG))
        .isInstanceOf(RejectedEventException.class);
    assertThat(asked).hasValue(0);
    allow(message, GENERATION, now().plus(timeout).plusSeconds(60));
    handler.handle(claimed(message, true), () -> LONG);
    assertThat(asked).hasValue(1);
  }

  @Test
  void a_webhook_that_is_not_taken_waits_by_the_schedule_of_webhooks() {
    answer = new SendResult.Failed("503", "later");
    Message webhook = message("m1", GENERATION, Channel.WEBHOOK, "https://hooks.example.com");
    Map<Integer, Duration> waits =
        Map.of(1, Duration.ofSeconds(5), 2, Duration.ofMinutes(5), 20, Duration.ofHours(24));
    waits.forEach(
        (attempt, wait) ->
            assertThatThrownBy(() -> handler.handle(claimed(webhook, false, attempt), () -> LONG))
                .isInstanceOfSatisfying(
                    RetryAfterException.class, again -> assertThat(again.delay()).isEqualTo(wait)));
    assertThat(asked).hasValue(waits.size());
  }

  @Test
  void attempts_last_for_as_long_as_a_message_is_to_be_tried() throws Exception {
    answer = new SendResult.Failed("connect", "no connection");
    Message message = message("m1", GENERATION);
    Duration gone = Duration.ZERO;
    for (int attempt = 1; attempt < GroupOptions.ATTEMPTS_MAX; attempt++) {
      gone = gone.plus(waitAfter(message, attempt, gone));
    }
    Duration all = SendOptions.DEFAULT.retryFor();
    assertThat(gone).isBetween(all.minusSeconds(1), all.plusSeconds(1));
    assertThat(outcomes("m1")).isEmpty();
    handler.handle(claimed(message, false, GroupOptions.ATTEMPTS_MAX, gone), () -> LONG);
    assertThat(outcomes("m1")).containsExactly("refused connect: no connection");
  }

  /** How long a message waits that has come to the connector some time ago. */
  private Duration waitAfter(Message message, int attempt, Duration gone) {
    try {
      handler.handle(claimed(message, false, attempt, gone), () -> LONG);
      throw new AssertionError("given up after " + gone + ", attempt " + attempt);
    } catch (RetryAfterException later) {
      return later.delay();
    } catch (NotBegunException usual) {
      return Duration.ofMillis(Backoff.DEFAULT.delayMillis(attempt, new Random(attempt)));
    } catch (RejectedEventException e) {
      throw new AssertionError(e);
    }
  }

  private List<MessageEvent> happened(String message) {
    return streams.stream(MessageStreams.EVENTS)
        .read(0, Optional.of(Position.START), 100, Duration.ZERO)
        .events()
        .stream()
        .flatMap(stored -> MessageStreams.messageEvent(stored).stream())
        .filter(event -> event.message().equals(message))
        .toList();
  }

  private List<String> outcomes(String message) {
    return happened(message).stream()
        .map(
            event ->
                "%s %s: %s"
                    .formatted(
                        event.kind(),
                        event.details().code().orElse("-"),
                        event.details().reason().orElse("-")))
        .toList();
  }

  @Test
  void a_message_is_tried_no_longer_than_it_is_to_be() throws Exception {
    List<SendResult> answers =
        List.of(
            new SendResult.Failed("connect", "no connection"),
            new SendResult.Throttled(Optional.empty(), "too much"));
    for (int i = 0; i < answers.size(); i++) {
      answer = answers.get(i);
      Message message = message("m" + i, GENERATION);
      Duration all = SendOptions.DEFAULT.retryFor();
      ClaimedEvent before = claimed(message, false, 2, all.minusSeconds(20));
      assertThatThrownBy(() -> handler.handle(before, () -> LONG))
          .isInstanceOf(NotBegunException.class);
      handler.handle(claimed(message, false, 2, all), () -> LONG);
      assertThat(outcomes("m" + i)).hasSize(1);
    }
    assertThat(paused).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
  }

  @Test
  void whatever_a_connector_throws_its_message_is_uncertain() {
    List<Throwable> all =
        List.of(
            new IllegalStateException("no id"),
            new NoClassDefFoundError("a class of the answer"),
            new StackOverflowError());
    for (Throwable each : all) {
      thrown = each;
      ClaimedEvent event = claimed(message("m1", GENERATION), false);
      assertThatThrownBy(() -> handler.handle(event, () -> LONG))
          .isInstanceOf(RejectedEventException.class)
          .hasMessageContaining("the connector failed: " + each);
    }
    assertThat(asked).hasValue(all.size());
  }

  @Test
  void what_is_thrown_before_the_call_says_that_there_was_none() {
    failing.set(true);
    ClaimedEvent event = claimed(message("m1", GENERATION), true);
    assertThatThrownBy(() -> handler.handle(event, () -> LONG))
        .isInstanceOf(NotBegunException.class);
    assertThat(asked).hasValue(0);
  }

  @Test
  void what_somebody_has_sent_again_is_sent() throws Exception {
    Message message = message("m1", GENERATION - 1);
    allow(message, GENERATION - 1, now());
    RepeatTable.delete(store, message, streams.timestamps().next());
    handler.handle(claimed(message, true), () -> LONG);
    assertThat(asked).hasValue(1);
  }

  @Test
  void a_recipient_who_wants_nothing_more_gets_nothing_that_waits() throws Exception {
    Message message = message("m1", GENERATION);
    SuppressionTable.write(
        store,
        new Suppression(
            message.recipient().account(),
            Channel.SMS,
            message.recipient().to(),
            SuppressionReason.UNSUBSCRIBED,
            now(),
            Optional.empty()),
        streams.timestamps().next());
    handler.handle(claimed(message, false), () -> LONG);
    assertThat(asked).hasValue(0);
    assertThat(outcomes("m1")).singleElement().asString().startsWith("suppressed -: the recipient");
  }

  @Test
  void a_text_whose_parts_its_provider_does_not_count_has_those_that_it_makes() throws Exception {
    answer = new SendResult.Accepted(List.of("p1"), Optional.empty());
    handler.handle(claimed(saying("gsm", Channel.SMS, "x".repeat(161)), false), () -> LONG);
    handler.handle(claimed(saying("ucs2", Channel.SMS, "я".repeat(140)), false), () -> LONG);
    handler.handle(claimed(saying("chat", Channel.WHATSAPP, "x".repeat(161)), false), () -> LONG);
    answer = new SendResult.Accepted(List.of("p2"), 1);
    handler.handle(claimed(saying("told", Channel.SMS, "x".repeat(161)), false), () -> LONG);
    assertThat(parts("gsm")).contains(2);
    assertThat(parts("ucs2")).contains(3);
    assertThat(parts("chat")).contains(1);
    assertThat(parts("told")).contains(1);
  }

  private static Message saying(String id, Channel channel, String text) {
    Message usual = message(id, GENERATION, channel, "+393331234567");
    return new Message(
        id,
        usual.recipient(),
        usual.from(),
        MessageContent.text(text),
        usual.expiresAt(),
        usual.metadata(),
        usual.routing());
  }

  private Optional<Integer> parts(String message) {
    return happened(message).getFirst().parts().parts();
  }

  @Test
  void what_is_too_much_for_its_domain_waits_and_takes_no_room_of_others() {
    PaceOptions options = new PaceOptions(Optional.of(60_000), Optional.of(6), Optional.empty());
    pace = new SendPace(services.context().time(), options, () -> 1);
    handler = handler(options);
    ClaimedEvent mail = claimed(message("m1", GENERATION, Channel.EMAIL, "a@slow.test"), false);
    SystemWaiting.until(() -> pace.take(1) == 1, () -> "room");
    assertThatThrownBy(() -> handler.handle(mail, () -> LONG))
        .isInstanceOfSatisfying(
            RetryAfterException.class,
            later ->
                assertThat(later.delay()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(10)));
    assertThat(asked).hasValue(0);
    assertThat(outcomes("m1")).isEmpty();
    assertThat(pace.take(1)).isOne();
  }

  @Test
  void after_some_uncertain_calls_in_a_row_the_provider_is_left_alone() throws Exception {
    answer = new SendResult.Accepted(Optional.of("p1"), 1);
    handler.handle(claimed(message("m0", GENERATION), false), () -> LONG);
    answer = new SendResult.Uncertain("no answer");
    for (int i = 1; i <= Probation.IN_ROW_MAX; i++) {
      ClaimedEvent event = claimed(message("m" + i, GENERATION), false);
      assertThatThrownBy(() -> handler.handle(event, () -> LONG))
          .isInstanceOf(RejectedEventException.class);
    }
    assertThat(paused).singleElement().asInstanceOf(DURATION).isGreaterThan(Duration.ofSeconds(3));
    assertThat(handler.isOnProbation()).isTrue();
    ClaimedEvent next = claimed(message("next", GENERATION), false);
    assertThatThrownBy(() -> handler.handle(next, () -> LONG))
        .isInstanceOf(NotBegunException.class);
    assertThat(asked).hasValue(1 + Probation.IN_ROW_MAX);
  }
}
