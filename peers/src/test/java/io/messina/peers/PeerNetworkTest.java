package io.messina.peers;

import static io.messina.peers.PeerRig.LONG;
import static io.messina.peers.PeerRig.SECRET;
import static io.messina.peers.PeerRig.bytes;
import static io.messina.peers.PeerRig.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.peers.PeerNetwork.Weight;
import io.messina.runtime.RequestException;
import io.messina.stream.owner.PeerException;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and answers between nodes. */
final class PeerNetworkTest {

  private final List<AutoCloseable> open = new ArrayList<>();
  private String there = "";
  private String here = "";

  @BeforeEach
  void chooseAddresses() throws IOException {
    here = PeerRig.freeAddress();
    there = PeerRig.freeAddress();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answers_are_those_of_their_requests_whatever_their_lengths(boolean secured)
      throws IOException {
    Optional<byte[]> secret = secured ? Optional.of(SECRET) : Optional.empty();
    listen(secret, (_, request, _) -> request);
    PeerNetwork network = network(secret);
    Random random = new Random(1);
    List<byte[]> requests = new ArrayList<>();
    List<CompletableFuture<byte[]>> answers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      byte[] request = new byte[random.nextInt(10) == 0 ? random.nextInt(100_000) : i];
      random.nextBytes(request);
      requests.add(request);
      answers.add(
          PeerRig.ask(network, there, i % 2 == 0 ? Weight.BULK : Weight.LIGHT, request, LONG));
    }
    for (int i = 0; i < requests.size(); i++) {
      assertThat(answers.get(i).join()).isEqualTo(requests.get(i));
    }
  }

  @Test
  void long_requests_and_longer_answers_go_in_parts() throws IOException {
    listen(Optional.of(SECRET), (_, request, _) -> new byte[request.length * 3]);
    byte[] request = new byte[PeerNetwork.REQUEST_BYTES_MAX];
    PeerNetwork network = network(Optional.of(SECRET));
    for (int i = 0; i < 2; i++) {
      // Some credit is kept back while it is less than a piece.
      assertThat(PeerRig.ask(network, there, Weight.BULK, new byte[7], LONG).join()).hasSize(21);
      assertThat(PeerRig.ask(network, there, Weight.BULK, request, LONG).join())
          .hasSize(request.length * 3);
    }
  }

  @Test
  void a_request_waits_behind_no_larger_one_of_the_other_weight() throws IOException {
    CountDownLatch held = new CountDownLatch(1);
    listen(
        Optional.empty(),
        (_, request, _) -> {
          if (request.length > 1) {
            held.await();
          }
          return request;
        });
    PeerNetwork network = network(Optional.empty());
    List<CompletableFuture<byte[]>> large = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      large.add(PeerRig.ask(network, there, Weight.BULK, new byte[1 << 20], LONG));
    }
    assertThat(PeerRig.ask(network, there, Weight.LIGHT, new byte[1], LONG).join()).hasSize(1);
    held.countDown();
    large.forEach(each -> assertThat(succeeded(each)).isIn(1 << 20, -1));
  }

  /** How long an answer is; -1 if there was no room for the request. */
  private static int succeeded(CompletableFuture<byte[]> answer) {
    return answer
        .handle(
            (body, failure) -> {
              assertThat(failure == null || failure instanceof RequestException.Overloaded)
                  .isTrue();
              return failure == null ? body.length : -1;
            })
        .join();
  }

  @Test
  void a_node_that_does_nothing_holds_no_more_than_it_has_granted() throws IOException {
    CountDownLatch held = new CountDownLatch(1);
    listen(
        Optional.empty(),
        (_, request, _) -> {
          held.await();
          return Frame.NO_BODY;
        });
    PeerNetwork network = network(Optional.empty());
    List<CompletableFuture<byte[]>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      asked.add(PeerRig.ask(network, there, Weight.BULK, new byte[500_000], LONG));
    }
    long refused = asked.stream().filter(CompletableFuture::isCompletedExceptionally).count();
    assertThat(refused).isBetween(85L, 99L);
    held.countDown();
    asked.forEach(each -> assertThat(succeeded(each)).isIn(0, -1));
    assertThat(PeerRig.ask(network, there, Weight.BULK, new byte[1], LONG).join()).isEmpty();
  }

  @Test
  void what_takes_too_long_is_interrupted_and_refused() throws IOException {
    AtomicInteger interrupted = new AtomicInteger();
    listen(
        Optional.empty(),
        (_, _, _) -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            throw e;
          }
          return Frame.NO_BODY;
        });
    PeerException failure = failure(network(Optional.empty()), Duration.ofMillis(100));
    assertThat(failure).hasMessageContaining("it took too long");
    assertThat(failure.mayHaveHappened()).isTrue();
    assertThat(interrupted).hasValue(1);
  }

  @Test
  void who_waits_no_more_has_the_other_side_stop() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    listen(
        Optional.empty(),
        (_, _, _) -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            stopped.countDown();
          }
          return Frame.NO_BODY;
        });
    CompletableFuture<byte[]> asked =
        PeerRig.ask(network(Optional.empty()), there, Weight.LIGHT, bytes("x"), LONG);
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    asked.cancel(false);
    assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void what_waits_for_room_ends_alone_in_its_time_and_has_not_happened() throws IOException {
    CountDownLatch held = new CountDownLatch(1);
    AtomicInteger carriedOut = new AtomicInteger();
    listen(
        Optional.empty(),
        (_, request, _) -> {
          carriedOut.incrementAndGet();
          held.await();
          return request;
        });
    PeerNetwork network = network(Optional.empty());
    byte[] half = new byte[PeerNetwork.REQUEST_BYTES_MAX / 2];
    CompletableFuture<byte[]> first = PeerRig.ask(network, there, Weight.BULK, half, LONG);
    await(() -> carriedOut.get() == 1);
    CompletableFuture<byte[]> second = PeerRig.ask(network, there, Weight.BULK, half, LONG);
    await(() -> carriedOut.get() == 2);
    CompletableFuture<byte[]> begun =
        PeerRig.ask(network, there, Weight.BULK, new byte[900_000], LONG);
    CompletableFuture<byte[]> cancelled =
        PeerRig.ask(network, there, Weight.BULK, new byte[1], LONG);
    CompletableFuture<byte[]> late =
        PeerRig.ask(network, there, Weight.BULK, new byte[1], Duration.ofMillis(50));
    cancelled.cancel(false);

    assertThat(PeerRig.failure(late::join))
        .isInstanceOf(RequestException.Overloaded.class)
        .hasMessageContaining("it was not sent in time");
    CompletableFuture<byte[]> queued =
        PeerRig.ask(network, there, Weight.BULK, new byte[900_000], LONG);
    CompletableFuture<byte[]> refused = PeerRig.ask(network, there, Weight.BULK, new byte[1], LONG);
    assertThat(PeerRig.failure(refused::join))
        .isInstanceOf(RequestException.Overloaded.class)
        .hasMessageContaining("bytes wait for it");
    held.countDown();
    assertThat(queued.join()).hasSize(900_000);
    assertThat(first.join()).hasSize(half.length);
    assertThat(second.join()).hasSize(half.length);
    assertThat(begun.join()).hasSize(900_000);
    assertThat(carriedOut).hasValue(4);
  }

  @Test
  void whoever_says_slowly_who_it_is_is_given_up() throws Exception {
    PeerListener _ = listen(Optional.empty(), (_, request, _) -> request);
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), PeerRig.at(there).getPort())) {
      long begun = System.nanoTime();
      socket.getOutputStream().write(new byte[] {0, 0, 2, 0}); // the length of a frame
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 512; i++) {
                  socket.getOutputStream().write(0);
                  Thread.sleep(50);
                }
              })
          .isInstanceOf(IOException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isBetween(Beginning.MAX.minusSeconds(1), Beginning.MAX.plusSeconds(10));
    }
  }

  @Test
  void an_interrupted_caller_ends_no_connection_of_others() throws Exception {
    listen(Optional.empty(), (_, request, _) -> request);
    PeerNetwork network = network(Optional.empty());
    Thread.currentThread().interrupt();
    try {
      var _ = network.ask(there, Weight.LIGHT, bytes("x"), LONG);
    } catch (InterruptedException e) {
      // The connection was not made at once.
    }
    var _ = Thread.interrupted();
    assertThat(PeerRig.ask(network, there, Weight.LIGHT, bytes("x"), LONG).join())
        .isEqualTo(bytes("x"));
  }

  private static void await(BooleanSupplier done) {
    long until = System.nanoTime() + LONG.toNanos();
    while (!done.getAsBoolean() && System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    assertThat(done.getAsBoolean()).isTrue();
  }

  @Test
  void what_fails_at_the_other_side_may_have_happened() throws IOException {
    listen(
        Optional.empty(),
        (_, _, _) -> {
          throw new IllegalStateException("broken");
        });
    PeerException failure = failure(network(Optional.empty()), LONG);
    assertThat(failure).hasMessageContaining("broken");
    assertThat(failure.mayHaveHappened()).isTrue();
  }

  @Test
  void where_nobody_listens_nothing_has_happened() {
    PeerException failure = failure(network(Optional.empty()), LONG);
    assertThat(failure).hasMessageContaining(there + ": cannot be reached");
    assertThat(failure.mayHaveHappened()).isFalse();
  }

  @Test
  void what_was_sent_to_a_node_that_ends_may_have_happened_and_the_next_one_is_asked()
      throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    PeerListener first =
        listen(
            Optional.empty(),
            (_, _, _) -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return Frame.NO_BODY;
            });
    PeerNetwork network = network(Optional.empty());
    CompletableFuture<byte[]> asked = PeerRig.ask(network, there, Weight.LIGHT, bytes("x"), LONG);
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    first.close();
    Throwable failure = PeerRig.failure(asked::join);
    assertThat(((PeerException) failure).mayHaveHappened()).isTrue();
    listen(Optional.empty(), (_, request, _) -> request);
    long until = System.nanoTime() + LONG.toNanos();
    CompletableFuture<byte[]> again;
    do {
      again = PeerRig.ask(network, there, Weight.LIGHT, bytes("again"), LONG);
    } while (again.handle((_, e) -> e != null).join() && System.nanoTime() < until);
    assertThat(again.join()).isEqualTo(bytes("again"));
  }

  @Test
  void a_node_that_says_nothing_any_more_is_given_up_after_three_pings() throws Exception {
    PeerSettings listening = settings("c", there, Optional.empty());
    try (ServerSocket mute = new ServerSocket()) {
      mute.bind(PeerRig.at(there));
      Thread.startVirtualThread(() -> greet(mute, listening));
      long begun = System.nanoTime();
      PeerException failure = failure(network(Optional.empty()), LONG);
      assertThat(failure).hasMessageContaining("silent for 3000 ms");
      assertThat(failure.mayHaveHappened()).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    }
  }

  /** Begins a connection, and then is silent. */
  private static void greet(ServerSocket server, PeerSettings settings) {
    try {
      Socket socket = server.accept();
      var _ =
          new Handshake(
                  settings, new DataInputStream(socket.getInputStream()), socket.getOutputStream())
              .accept(_ -> Optional.empty());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_node_that_does_not_read_what_it_asks_for_is_given_up_after_three_pings() throws Exception {
    PeerListener listener = listen(Optional.empty(), (_, _, _) -> new byte[1 << 20]);
    PeerSettings asking = settings("c", here, Optional.empty());
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), PeerRig.at(there).getPort())) {
      var _ =
          new Handshake(
                  asking, new DataInputStream(socket.getInputStream()), socket.getOutputStream())
              .connect(there);
      for (int id = 1; id < 40; id++) {
        FrameStreams.write(
            socket.getOutputStream(),
            new Frame(Frame.Kind.REQUEST, id, true, new byte[Long.BYTES + 1]),
            Seal.checksum());
      }
      long until = System.nanoTime() + LONG.toNanos();
      while (listener.connections() > 0 && System.nanoTime() < until) {
        Thread.sleep(100);
        ping(socket);
      }
      assertThat(listener.connections()).isZero();
    }
  }

  private static void ping(Socket socket) {
    try {
      FrameStreams.write(
          socket.getOutputStream(), Frame.of(Frame.Kind.PING, Frame.NO_BODY), Seal.checksum());
    } catch (IOException e) {
      // It has been given up.
    }
  }

  @Test
  void a_node_that_is_idle_keeps_its_connections() throws Exception {
    PeerListener listener = listen(Optional.of(SECRET), (_, request, _) -> request);
    PeerNetwork network = network(Optional.of(SECRET));
    assertThat(PeerRig.ask(network, there, Weight.LIGHT, bytes("a"), LONG).join())
        .isEqualTo(bytes("a"));
    Thread.sleep(PeerRig.PING_EVERY.multipliedBy(4));
    assertThat(listener.connections()).isEqualTo(1);
    assertThat(PeerRig.ask(network, there, Weight.LIGHT, bytes("b"), LONG).join())
        .isEqualTo(bytes("b"));
  }

  private PeerException failure(PeerNetwork network, Duration within) {
    Throwable failure =
        PeerRig.failure(() -> PeerRig.ask(network, there, Weight.LIGHT, bytes("x"), within).join());
    assertThat(failure).isInstanceOf(PeerException.class);
    return (PeerException) failure;
  }

  private PeerListener listen(Optional<byte[]> secret, RequestHandler handler) throws IOException {
    PeerListener listener = PeerRig.listen(settings("c", there, secret), handler);
    open.add(listener);
    return listener;
  }

  private PeerNetwork network(Optional<byte[]> secret) {
    PeerNetwork network = new PeerNetwork(settings("c", here, secret));
    open.add(network);
    return network;
  }
}
