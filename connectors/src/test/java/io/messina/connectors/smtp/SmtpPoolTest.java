package io.messina.connectors.smtp;

import static io.messina.connectors.smtp.SmtpScript.hang;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.protocol.SmtpLimits;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.connectors.SendResult;
import io.messina.connectors.smtp.SmtpScript.Step;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmtpPoolTest {

  private static final int MAILS = 1_000;
  private static final int THREADS = 50;
  private static final int CONNECTIONS_MAX = 4;
  private static final int CUTS = 30;
  private static final int SENT_BETWEEN_CUTS = 20;

  private static SmtpOptions options(ScriptedSmtpServer server, int connectionsMax) {
    SmtpOptions options = Mails.inClear(server.port());
    return options.limits(options.limits().connectionsMax(connectionsMax));
  }

  private static List<SendResult> sendAll(SmtpConnector connector) throws Exception {
    List<Future<SendResult>> sending = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(THREADS, Thread.ofVirtual().factory())) {
      for (int i = 0; i < MAILS; i++) {
        String id = "m" + i;
        sending.add(
            threads.submit(() -> connector.send(Mails.mail(id, id + "@example.org"), Mails.AMPLE)));
      }
    }
    List<SendResult> results = new ArrayList<>();
    for (Future<SendResult> each : sending) {
      results.add(each.get());
    }
    return results;
  }

  private static List<String> expectedIds() {
    return IntStream.range(0, MAILS).mapToObj(i -> "m" + i + "@example.com").toList();
  }

  private static List<String> idsIn(ScriptedSmtpServer server) {
    return server.ledger().stream().map(ScriptedSmtpServer.Entry::messageId).toList();
  }

  @Test
  void a_thousand_mails_of_fifty_threads_arrive_once_each_over_four_connections() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(options(server, CONNECTIONS_MAX))) {
      assertThat(sendAll(connector)).hasOnlyElementsOfType(SendResult.Accepted.class);
      assertThat(idsIn(server)).containsExactlyInAnyOrderElementsOf(expectedIds());
      assertThat(server.openMost()).isEqualTo(CONNECTIONS_MAX);
      assertThat(server.connections()).isEqualTo(CONNECTIONS_MAX);
    }
  }

  @Test
  void while_all_connections_are_cut_again_and_again_nothing_is_lost_or_doubled() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(options(server, CONNECTIONS_MAX))) {
      CompletableFuture<List<SendResult>> sending = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> sending.completeAsync(() -> unchecked(connector), Runnable::run));
      for (int cut = 1; cut <= CUTS; cut++) {
        int sent = cut * SENT_BETWEEN_CUTS;
        server.await(() -> server.ledger().size() >= sent);
        server.cutAll();
      }
      List<SendResult> results = sending.get();
      List<String> ledger = idsIn(server);
      assertThat(ledger).doesNotHaveDuplicates();
      assertThat(server.connections()).isGreaterThan(CUTS);
      for (int i = 0; i < MAILS; i++) {
        boolean isThere = ledger.contains("m" + i + "@example.com");
        assertThat(results.get(i))
            .as("m%d, in the ledger: %s", i, isThere)
            .isInstanceOfAny(
                isThere ? SendResult.Accepted.class : SendResult.Failed.class,
                SendResult.Uncertain.class);
      }
    }
  }

  private static List<SendResult> unchecked(SmtpConnector connector) {
    try {
      return sendAll(connector);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void who_waits_for_a_connection_longer_than_allowed_has_failed() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(options(server, 1));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      server.script("slow@example.org", hang(Step.RCPT));
      Future<SendResult> slow =
          threads.submit(() -> connector.send(Mails.mail("m1", "slow@example.org"), Mails.AMPLE));
      server.await(() -> server.commands().contains("RCPT TO:<slow@example.org>"));
      assertThat(connector.send(Mails.mail("m2", "a@example.org"), Duration.ofMillis(50)))
          .isEqualTo(new SendResult.Failed("connect", "no connection was free in time"));
      server.cutAll();
      assertThat(slow.get()).isInstanceOf(SendResult.Failed.class);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 2})
  void a_connection_cut_while_at_rest_is_noticed(long restSeconds) {
    Moving clock = new Moving();
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector =
            new SmtpConnector(options(server, 1), Mails.secrets(Map.of()), clock)) {
      connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE);
      server.cutAll();
      clock.move(Duration.ofSeconds(restSeconds));
      assertThat(connector.send(Mails.mail("m2", "a@example.org"), Mails.AMPLE))
          .isInstanceOf(SendResult.Accepted.class);
      assertThat(idsIn(server)).containsExactly("m1@example.com", "m2@example.com");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void a_server_that_says_goodbye_to_a_connection_at_rest_gets_the_mail_over_another() {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(server)) {
      server.script(
          "a@example.org", SmtpScript.accept("250 OK\r\n421 4.4.2 idle", SmtpScript.End.GO_ON));
      connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE);
      assertThat(connector.send(Mails.mail("m2", "b@example.org"), Mails.AMPLE))
          .isInstanceOf(SendResult.Accepted.class);
      assertThat(idsIn(server)).containsExactly("m1@example.com", "m2@example.com");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void a_connection_is_asked_before_it_is_used_after_a_rest_and_given_up_after_a_long_one() {
    Moving clock = new Moving();
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector =
            new SmtpConnector(options(server, 1), Mails.secrets(Map.of()), clock)) {
      connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE);
      connector.send(Mails.mail("m2", "a@example.org"), Mails.AMPLE);
      assertThat(server.commands()).doesNotContain("RSET");
      clock.move(Duration.ofSeconds(2));
      connector.send(Mails.mail("m3", "a@example.org"), Mails.AMPLE);
      assertThat(server.commands()).containsOnlyOnce("RSET");
      assertThat(server.connections()).isEqualTo(1);
      clock.move(Duration.ofSeconds(31));
      connector.send(Mails.mail("m4", "a@example.org"), Mails.AMPLE);
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.ledger()).hasSize(4);
    }
  }

  @Test
  void a_connection_that_nobody_uses_is_closed() {
    Moving clock = new Moving();
    SmtpLimits limits = SmtpLimits.DEFAULT;
    SmtpLimits hasty =
        new SmtpLimits(
            1,
            limits.connectTimeout(),
            limits.readTimeout(),
            limits.writeTimeout(),
            Duration.ofSeconds(1));
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector =
            new SmtpConnector(
                Mails.inClear(server.port()).limits(hasty), Mails.secrets(Map.of()), clock)) {
      connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE);
      clock.move(Duration.ofSeconds(2));
      server.await(() -> server.commands().contains("QUIT"));
    }
  }

  @Test
  void a_server_that_does_not_answer_the_question_is_given_up_in_time() {
    Moving clock = new Moving();
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector =
            new SmtpConnector(options(server, 1), Mails.secrets(Map.of()), clock)) {
      connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE);
      server.always(hang(Step.RSET));
      clock.move(Duration.ofSeconds(2));
      assertThat(connector.send(Mails.mail("m2", "a@example.org"), Mails.SHORT))
          .isInstanceOf(SendResult.Accepted.class);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Step.class,
      names = {"CONNECT", "RCPT", "DOT"})
  void an_interrupt_ends_it_at_once_on_any_thread_and_stays_to_be_seen(Step step) throws Exception {
    for (Thread.Builder builder : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
      try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
          SmtpConnector connector = Mails.connector(server)) {
        server.always(hang(step));
        CompletableFuture<SendResult> result = new CompletableFuture<>();
        CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
        Thread sender =
            builder.start(
                () -> {
                  result.complete(
                      connector.send(Mails.mail("m1", "a@example.org"), Duration.ofMinutes(10)));
                  isInterrupted.complete(Thread.currentThread().isInterrupted());
                });
        server.await(() -> hasReached(server, step));
        sender.interrupt();
        assertThat(result.get())
            .isInstanceOf(step == Step.DOT ? SendResult.Uncertain.class : SendResult.Failed.class);
        assertThat(isInterrupted.get()).isTrue();
      }
    }
  }

  private static boolean hasReached(ScriptedSmtpServer server, Step step) {
    return switch (step) {
      case CONNECT -> server.connections() > 0;
      case DOT -> server.commands().contains(".");
      default -> server.commands().stream().anyMatch(said -> said.startsWith("RCPT"));
    };
  }

  @Test
  void who_is_interrupted_already_sends_nothing() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(server)) {
      Thread.currentThread().interrupt();
      assertThat(connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE))
          .isInstanceOf(SendResult.Failed.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(server.commands()).isEmpty();
    }
  }

  @Test
  void closing_ends_what_is_being_sent_as_a_lost_connection_does() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      SmtpConnector connector = Mails.connector(server);
      server.always(hang(Step.DOT));
      Future<SendResult> sending =
          threads.submit(
              () -> connector.send(Mails.mail("m1", "a@example.org"), Duration.ofMinutes(10)));
      server.await(() -> server.commands().contains("."));
      connector.close();
      assertThat(sending.get()).isInstanceOf(SendResult.Uncertain.class);
      assertThat(connector.send(Mails.mail("m2", "a@example.org"), Mails.AMPLE))
          .isEqualTo(new SendResult.Failed("connect", "the connector is closed"));
    }
  }

  @Test
  void closing_says_goodbye_to_connections_at_rest_and_waits_for_no_answer() {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start()) {
      SmtpConnector connector = Mails.connector(server);
      server.always(hang(Step.QUIT));
      connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE);
      connector.close();
      server.await(() -> server.commands().contains("QUIT"));
      assertThat(server.ledger()).hasSize(1);
    }
  }

  /** A clock that tests move. */
  private static final class Moving extends Clock {

    private final AtomicReference<Instant> now = new AtomicReference<>(Mails.NOON.instant());

    void move(Duration step) {
      now.updateAndGet(time -> time.plus(step));
    }

    @Override
    public Instant instant() {
      return now.get();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }
}
