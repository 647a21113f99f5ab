package io.messina.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.SendResult;
import io.messina.connectors.SendResult.Accepted;
import io.messina.connectors.SendResult.Uncertain;
import io.messina.connectors.http.ProviderDouble.Repeats;
import io.messina.connectors.http.Script.Ending;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever a provider does, what is said of a message agrees with the provider's ledger. */
class HttpConnectorPropertyTest {

  private static final int MESSAGES = 100;
  private static final int ATTEMPTS_MAX = 100;

  private static final List<Script> SCRIPTS =
      List.of(
          Script.accept(),
          Script.accept(202, ""),
          Script.accept(500, ""),
          Script.accept(503, ""),
          Script.accept(303, ""),
          Script.accept(200, "garbage"),
          Script.acceptThen(Ending.CUT),
          Script.acceptThen(Ending.CUT_HEADERS),
          Script.acceptThen(Ending.CUT_BODY),
          Script.acceptThen(Ending.GARBAGE),
          Script.not(Ending.CUT),
          Script.not(Ending.CUT_UNREAD),
          Script.not(Ending.CUT_BEHIND_HEADERS),
          Script.refuse(429, "").header("Retry-After", "1"),
          Script.refuse(503, "").header("Retry-After", "1"),
          Script.refuse(500, ""));

  private static final String KEY =
      ", \"idempotency\": {\"in\": \"header\", \"name\": \"key\", \"lifetime\": \"24h\","
          + " \"compares_body\": true}";

  private static void script(ProviderDouble provider, long seed) {
    Random random = new Random(seed);
    provider.next(
        random.ints(2 * MESSAGES, 0, SCRIPTS.size()).mapToObj(SCRIPTS::get).toArray(Script[]::new));
  }

  private static HttpConnector connector(ProviderDouble provider, String more) {
    return new HttpConnector(
        Sample.options(provider, more + ", \"connections\": 8"),
        Sample.secrets(Map.of()),
        Sample.CLOCK);
  }

  @Property(tries = 20)
  void what_is_said_agrees_with_the_ledger_and_nothing_is_sent_twice(@ForAll long seed)
      throws IOException {
    Map<String, SendResult> results = new ConcurrentHashMap<>();
    try (ProviderDouble provider =
        ProviderDouble.start(request -> request.header("key"), Repeats.NEW)) {
      script(provider, seed);
      try (HttpConnector connector = connector(provider, "");
          ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < MESSAGES; i++) {
          String id = "m-" + i;
          senders.execute(
              () -> results.put(id, connector.send(Sample.text(id, "hi"), Sample.LONG)));
        }
      }
      assertThat(results).hasSize(MESSAGES);
      results.forEach(
          (id, result) -> {
            switch (result) {
              case Accepted accepted -> assertThat(provider.taken(id)).as(id).isEqualTo(1);
              case Uncertain uncertain ->
                  assertThat(provider.taken(id)).as(id).isLessThanOrEqualTo(1);
              case SendResult certain -> assertThat(provider.taken(id)).as(id).isZero();
            }
          });
    }
  }

  @Property(tries = 10)
  void what_is_sent_again_under_its_key_is_one_message_in_the_end(@ForAll long seed)
      throws IOException {
    Map<String, Boolean> ends = new ConcurrentHashMap<>();
    try (ProviderDouble provider =
        ProviderDouble.start(request -> request.header("key"), Repeats.COMPARED)) {
      script(provider, seed);
      try (HttpConnector connector = connector(provider, KEY);
          ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < MESSAGES; i++) {
          String id = "m-" + i;
          senders.execute(() -> ends.put(id, isAcceptedInTheEnd(connector, id)));
        }
      }
      assertThat(ends).hasSize(MESSAGES).doesNotContainValue(false);
      assertThat(provider.ledger()).hasSize(MESSAGES);
      assertThat(provider.ledger().values()).allSatisfy(taken -> assertThat(taken).hasSize(1));
    }
  }

  private static boolean isAcceptedInTheEnd(HttpConnector connector, String id) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      if (connector.send(Sample.text(id, "hi"), Sample.LONG) instanceof Accepted) {
        return true;
      }
    }
    return false;
  }
}
