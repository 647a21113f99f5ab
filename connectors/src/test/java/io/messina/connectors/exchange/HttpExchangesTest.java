package io.messina.connectors.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.exchange.HttpEnding.Answer;
import io.messina.connectors.exchange.HttpEnding.Cause;
import io.messina.connectors.exchange.HttpEnding.Lost;
import io.messina.connectors.exchange.HttpEnding.NotSent;
import io.messina.connectors.http.ProviderDouble;
import io.messina.connectors.http.ProviderDouble.Repeats;
import io.messina.connectors.http.Script;
import io.messina.connectors.http.Script.Ending;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpExchangesTest {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(500);

  private ProviderDouble server;

  @BeforeEach
  void start() throws IOException {
    server = ProviderDouble.start(request -> request.text(), Repeats.NEW);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private static HttpCall call(String url) {
    return new HttpCall("POST", URI.create(url), Map.of(), "m".getBytes(StandardCharsets.UTF_8));
  }

  private static Egress looking(AddressLookup lookup, boolean allowPrivate)
      throws NoSuchAlgorithmException {
    return new Egress(4, allowPrivate, lookup, SSLContext.getDefault());
  }

  @Test
  void connections_are_used_again() {
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(4, true))) {
      for (int i = 0; i < 5; i++) {
        assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(Answer.class);
      }
    }
    assertThat(server.connections()).isEqualTo(1);
    assertThat(server.taken("m")).isEqualTo(5);
  }

  @Test
  void nothing_is_sent_again_over_a_connection_that_is_cut() {
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(4, true))) {
      assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(Answer.class);
      server.next(Script.acceptThen(Ending.CUT));
      assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(Lost.class);
      server.next(Script.not(Ending.CUT_UNREAD));
      assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(Lost.class);
    }
    assertThat(server.taken("m")).isEqualTo(2);
    assertThat(server.unseen()).isEqualTo(2);
  }

  @Test
  void a_connection_that_the_server_closed_behind_its_answer_is_not_used_again() {
    server.always(Script.acceptThen(Ending.ANSWER_CUT));
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(4, true))) {
      for (int i = 0; i < 10; i++) {
        assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(Answer.class);
        server.awaitClosed();
      }
    }
    assertThat(server.taken("m")).isEqualTo(10);
    assertThat(server.connections()).isEqualTo(10);
  }

  @Test
  void a_second_answer_to_one_request_is_not_the_answer_to_the_next() {
    server.always(Script.acceptThen(Ending.ANSWER_TWICE));
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(4, true))) {
      for (int i = 0; i < 10; i++) {
        assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(Answer.class);
        assertThat(server.taken("m")).isEqualTo(i + 1);
      }
    }
  }

  @Test
  void a_redirect_is_an_answer_and_is_not_followed() {
    server.always(Script.refuse(301, "").header("Location", "/elsewhere"));
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(4, true))) {
      assertThat(exchanges.exchange(call(server.url("/")), LONG))
          .isInstanceOfSatisfying(
              Answer.class, answer -> assertThat(answer.status()).isEqualTo(301));
    }
    assertThat(server.unseen()).isEqualTo(1);
  }

  @Test
  void a_long_body_is_not_read_to_its_end() {
    server.next(
        Script.accept(200, "x".repeat(HttpExchanges.ANSWER_BYTES_MAX)),
        Script.accept(200, "x".repeat(HttpExchanges.ANSWER_BYTES_MAX + 1)));
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(4, true))) {
      Answer longest = (Answer) exchanges.exchange(call(server.url("/")), LONG);
      assertThat(longest.body().orElseThrow()).hasSize(HttpExchanges.ANSWER_BYTES_MAX);
      Answer longer = (Answer) exchanges.exchange(call(server.url("/")), LONG);
      assertThat(longer.body()).isEmpty();
    }
  }

  @Test
  void a_huge_body_is_cut_and_not_read_to_its_end() {
    server.next(Script.acceptThen(Ending.HUGE_BODY));
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(1, true))) {
      Answer answer = (Answer) exchanges.exchange(call(server.url("/")), LONG);
      assertThat(answer.body()).isEmpty();
      assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(Answer.class);
    }
    // What fits into the buffers of two sockets, and far less than the gigabyte there was.
    assertThat(server.hugeBytes()).isLessThan(64 << 20);
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void a_compressed_body_is_not_read() {
    server.next(Script.accept(200, "{}").header("Content-Encoding", "gzip"));
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(4, true))) {
      Answer answer = (Answer) exchanges.exchange(call(server.url("/")), LONG);
      assertThat(answer.body()).isEmpty();
    }
  }

  @Test
  void endless_headers_are_cut() {
    server.next(Script.accept(200, "{}").header("X", "y".repeat(100_000)));
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(4, true))) {
      assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(Lost.class);
    }
  }

  @Test
  void waiting_for_a_connection_counts_and_is_certain() throws InterruptedException {
    server.next(Script.acceptThen(Ending.HANG));
    HttpExchanges exchanges = new HttpExchanges(Egress.of(1, true));
    CompletableFuture<HttpEnding> first =
        CompletableFuture.supplyAsync(() -> exchanges.exchange(call(server.url("/")), LONG));
    server.request();
    assertThat(exchanges.exchange(call(server.url("/")), SHORT))
        .isInstanceOfSatisfying(
            NotSent.class, unsent -> assertThat(unsent.cause()).isEqualTo(Cause.BUSY));
    exchanges.close();
    assertThat(first.join()).isInstanceOf(Lost.class);
    assertThat(server.taken("m")).isEqualTo(1);
  }

  @Test
  void an_exchange_that_was_given_up_leaves_its_connection_to_others() {
    server.next(Script.acceptThen(Ending.HANG));
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(1, true))) {
      assertThat(exchanges.exchange(call(server.url("/")), SHORT))
          .isEqualTo(new Lost("sent, then no answer in time"));
      assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(Answer.class);
    }
  }

  @Test
  void a_lookup_that_hangs_ends_in_time_and_sends_nothing_later() throws Exception {
    CountDownLatch found = new CountDownLatch(1);
    CountDownLatch returned = new CountDownLatch(1);
    AddressLookup hanging =
        host -> {
          awaitUninterruptibly(found);
          returned.countDown();
          return List.of(InetAddress.getLoopbackAddress());
        };
    try (HttpExchanges exchanges = new HttpExchanges(looking(hanging, true))) {
      assertThat(exchanges.exchange(call("http://slow.test:" + server.port() + "/"), SHORT))
          .isInstanceOfSatisfying(
              NotSent.class, unsent -> assertThat(unsent.cause()).isEqualTo(Cause.UNREACHABLE));
      found.countDown();
      returned.await();
    }
    assertThat(server.unseen()).isZero();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean isDone = false;
    while (!isDone) {
      try {
        latch.await();
        isDone = true;
      } catch (InterruptedException e) {
        // A lookup of the machine does not hear it either.
      }
    }
  }

  @Test
  void an_interrupt_ends_an_exchange_and_stays_set() throws InterruptedException {
    server.next(Script.acceptThen(Ending.HANG));
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(1, true))) {
      CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
      CompletableFuture<HttpEnding> ending = new CompletableFuture<>();
      Thread caller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    ending.complete(exchanges.exchange(call(server.url("/")), LONG));
                    wasInterrupted.complete(Thread.currentThread().isInterrupted());
                  });
      server.request();
      caller.interrupt();
      assertThat(ending.join()).isInstanceOf(Lost.class);
      assertThat(wasInterrupted.join()).isTrue();
    }
  }

  @Test
  void after_the_end_nothing_is_sent() {
    HttpExchanges exchanges = new HttpExchanges(Egress.of(1, true));
    exchanges.close();
    assertThat(exchanges.exchange(call(server.url("/")), LONG)).isInstanceOf(NotSent.class);
    assertThat(server.connections()).isZero();
  }

  @Test
  void an_unknown_host_is_certainly_not_reached() throws NoSuchAlgorithmException {
    AddressLookup nothing =
        host -> {
          throw new UnknownHostException(host);
        };
    try (HttpExchanges exchanges = new HttpExchanges(looking(nothing, true))) {
      assertThat(exchanges.exchange(call("http://nowhere.test/"), LONG))
          .isEqualTo(new NotSent(Cause.UNREACHABLE, "no connection: no such host: nowhere.test"));
    }
  }

  @Test
  void a_name_that_moves_to_a_private_address_is_not_followed() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    AddressLookup rebinding =
        host ->
            List.of(
                InetAddress.ofLiteral(lookups.getAndIncrement() == 0 ? "192.0.2.1" : "127.0.0.1"));
    try (HttpExchanges exchanges = new HttpExchanges(looking(rebinding, false))) {
      for (int i = 0; i < 3; i++) {
        assertThat(exchanges.exchange(call("http://moves.test:" + server.port() + "/"), LONG))
            .isInstanceOfSatisfying(
                NotSent.class, unsent -> assertThat(unsent.cause()).isEqualTo(Cause.FORBIDDEN));
      }
    }
    assertThat(lookups).hasValue(3);
    assertThat(server.connections()).isZero();
  }

  @Test
  void one_private_address_among_public_ones_is_enough_to_refuse() throws Exception {
    AddressLookup both =
        host -> List.of(InetAddress.ofLiteral("1.1.1.1"), InetAddress.getLoopbackAddress());
    try (HttpExchanges exchanges = new HttpExchanges(looking(both, false))) {
      assertThat(exchanges.exchange(call("http://both.test:" + server.port() + "/"), LONG))
          .isInstanceOfSatisfying(
              NotSent.class, unsent -> assertThat(unsent.cause()).isEqualTo(Cause.FORBIDDEN));
    }
    assertThat(server.connections()).isZero();
  }

  @Test
  void the_checked_address_is_the_one_that_is_connected_to() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    AddressLookup once =
        host -> {
          assertThat(host).isEqualTo("provider.test");
          lookups.incrementAndGet();
          return List.of(InetAddress.getLoopbackAddress());
        };
    try (HttpExchanges exchanges = new HttpExchanges(looking(once, true))) {
      assertThat(exchanges.exchange(call("http://provider.test:" + server.port() + "/"), LONG))
          .isInstanceOf(Answer.class);
    }
    assertThat(lookups).hasValue(1);
    assertThat(server.request().header("host")).isEqualTo("provider.test:" + server.port());
  }

  @Test
  void literal_addresses_in_any_spelling_are_checked() {
    try (HttpExchanges exchanges = new HttpExchanges(Egress.of(4, false))) {
      for (String host :
          List.of("127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "0.0.0.0", "127.1")) {
        assertThat(exchanges.exchange(call("http://" + host + ":" + server.port() + "/"), LONG))
            .as(host)
            .isInstanceOf(NotSent.class);
      }
    }
    assertThat(server.connections()).isZero();
  }

  @Test
  void a_handshake_that_hangs_ends_in_time_and_is_certain() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpExchanges exchanges = new HttpExchanges(Egress.of(1, true))) {
      CompletableFuture<Socket> taken = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> taken.complete(accepted(silent)));
      assertThat(
              exchanges.exchange(call("https://localhost:" + silent.getLocalPort() + "/"), SHORT))
          .isInstanceOfSatisfying(
              NotSent.class, unsent -> assertThat(unsent.cause()).isEqualTo(Cause.UNREACHABLE));
      taken.join().close();
    }
  }

  private static Socket accepted(ServerSocket server) {
    try {
      return server.accept();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
