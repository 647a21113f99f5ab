package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.protocol.SmppLimits;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
}
