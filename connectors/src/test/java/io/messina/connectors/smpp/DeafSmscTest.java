package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.protocol.SmppLimits;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.connectors.SendResult;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jsmpp.DefaultPDUReader;
import org.jsmpp.InvalidCommandLengthException;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.Command;
import org.jsmpp.util.DefaultDecomposer;
import org.junit.jupiter.api.Test;

/** What a message centre never read is certain where it can be. */
class DeafSmscTest extends SmscFixture {

  private static final int MESSAGES = 1_500;
  private static final Duration TIMER = Duration.ofMinutes(1);

  private static SmppOptions options(DeafSmsc deaf, Duration enquireLink, Duration timer) {
    return SmppOptions.of("127.0.0.1", deaf.port(), "shop", "env:SMSC")
        .limits(new SmppLimits(MESSAGES, enquireLink, timer));
  }

  @Test
  void what_could_not_be_written_has_failed_and_what_may_arrive_is_uncertain() throws Exception {
    try (DeafSmsc deaf = new DeafSmsc()) {
      Map<String, SendResult> results = sendAll(bound(options(deaf, TIMER, TIMER)));
      time.awaitScheduled();
      time.advance(TIMER); // and the connection, in which a write is stuck, is closed
      check(deaf.listen(), results);
    }
  }

  @Test
  void what_was_given_up_is_not_written_when_the_message_centre_reads_again() throws Exception {
    try (DeafSmsc deaf = new DeafSmsc()) {
      SmppConnector connector = bound(options(deaf, TIMER, TIMER));
      Map<String, SendResult> results = sendAll(connector);
      deaf.beginToListen();
      connector.close();
      check(deaf.listen(), results);
    }
  }

  private static Map<String, SendResult> sendAll(SmppConnector connector) {
    Map<String, SendResult> results = new ConcurrentHashMap<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < MESSAGES; i++) {
        String text = i + "x".repeat(140);
        threads.execute(() -> results.put(text, connector.send(message(text), SHORT)));
      }
    }
    assertThat(results.values())
        .hasSize(MESSAGES)
        .hasAtLeastOneElementOfType(SendResult.Failed.class)
        .hasAtLeastOneElementOfType(SendResult.Uncertain.class)
        .hasOnlyElementsOfTypes(SendResult.Failed.class, SendResult.Uncertain.class);
    return results;
  }

  private static void check(List<String> heard, Map<String, SendResult> results) {
    assertThat(heard)
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .isSubsetOf(
            results.entrySet().stream()
                .filter(result -> result.getValue() instanceof SendResult.Uncertain)
                .map(Entry::getKey)
                .toList());
  }

  @Test
  void one_that_does_not_say_that_it_is_there_is_left() throws Exception {
    try (DeafSmsc deaf = new DeafSmsc()) {
      SmppConnector connector = bound(options(deaf, Duration.ofSeconds(1), Duration.ofSeconds(1)));
      assertThat(time.awaitScheduled()).isLessThan(Duration.ofSeconds(2));
      assertThat(connector.send(message("1"), LONG)).isInstanceOf(SendResult.Failed.class);
      assertThat(deaf.listen()).isEmpty();
    }
  }

  /** A message centre that accepts the first bind, and reads nothing more until it is told to. */
  static final class DeafSmsc implements AutoCloseable {

    private static final int RECEIVE_OCTETS = 4096;

    private final ServerSocket server;
    private final CountDownLatch listening = new CountDownLatch(1);
    private final FutureTask<List<String>> heard = new FutureTask<>(this::serve);

    DeafSmsc() throws IOException {
      server = new ServerSocket();
      server.setReceiveBufferSize(RECEIVE_OCTETS);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Thread.ofVirtual().start(heard);
    }

    int port() {
      return server.getLocalPort();
    }

    void beginToListen() {
      listening.countDown();
    }

    /** The texts that arrive until the connection ends. */
    List<String> listen() throws Exception {
      beginToListen();
      return heard.get(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
      listening.countDown();
      server.close();
    }

    private List<String> serve() throws Exception {
      try (Socket socket = server.accept()) {
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        Command bind = new DefaultPDUReader().readPDUHeader(in);
        new DefaultPDUReader().readPDU(in, bind);
        socket.getOutputStream().write(Pdus.bindAnswer(bind.getSequenceNumber()));
        listening.await();
        return texts(in);
      }
    }

    private static List<String> texts(DataInputStream in)
        throws InvalidCommandLengthException, PDUStringException, IOException {
      List<String> texts = new ArrayList<>();
      try {
        while (true) {
          Command header = new DefaultPDUReader().readPDUHeader(in);
          byte[] pdu = new DefaultPDUReader().readPDU(in, header);
          if (header.getCommandId() == SMPPConstant.CID_SUBMIT_SM) {
            texts.add(new Taken("", new DefaultDecomposer().submitSm(pdu)).text());
          }
        }
      } catch (EOFException | SocketException e) {
        return texts; // the other side has left
      }
    }
  }
}
