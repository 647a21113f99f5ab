package io.messina.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.report.CampaignReport;
import io.messina.api.message.report.UsageRow;
import io.messina.api.message.report.UsageRows;
import io.messina.cli.ChildProcess;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A campaign to two countries, during which the server is killed again and again: usage, amounts
 * and the totals of the campaign are those of the provider's ledger.
 */
@FullBuild("ServeCommandTest has messages under way when a server is killed")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
class KilledCampaignTest {

  private static final int BATCHES = 2;
  private static final int MESSAGES = 1_500;

  @TempDir private Path folder;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private CountingProvider provider;
  private ChildProcess server;

  @BeforeEach
  void start() throws IOException {
    provider = new CountingProvider();
    server = ChildProcess.serve(folder, 0);
  }

  @AfterEach
  void stop() {
    server.close();
    provider.close();
    client.close();
  }

  @Test
  void usage_and_totals_are_those_of_the_ledger_though_the_server_is_killed() throws Exception {
    int port = server.port();
    define();
    for (int batch = 0; batch < BATCHES; batch++) {
      send("POST", "/v1/messages", "application/x-ndjson", messages(batch));
      int most = batch * MESSAGES + MESSAGES / 3;
      server.awaitThat(() -> provider.size() >= most);
      server.kill();
      server = ChildProcess.serve(folder, port);
    }
    int all = BATCHES * MESSAGES;
    awaitThat(() -> campaign().totals().equals(Map.of("sent", (long) all)), this::campaign);
    assertThat(provider.size()).isEqualTo(all);
    assertThat(provider.unkeyed()).isZero();
    awaitThat(() -> messages(usage()).equals(ledger()), this::usage);
    assertThat(usage().rows()).allSatisfy(KilledCampaignTest::check);
    assertThat(csv()).hasSize(1 + usage().rows().size());
    server.kill();
    server = ChildProcess.serve(folder, port);
    awaitThat(() -> messages(usage()).equals(ledger()), this::usage);
    assertThat(campaign().totals()).isEqualTo(Map.of("sent", (long) all));
  }

  private void define() throws Exception {
    put("/v1/accounts/shop", "{}");
    put(
        "/v1/connectors/carrier",
        """
        {"http":{"url":"%s","allow_private":true,"headers":{"Content-Type":"text/plain"},
          "body":"{{to}}","provider_id":"/id",
          "idempotency":{"in":"header","name":"Idempotency-Key","lifetime":"24h","compares_body":false}},
         "timeout":"1s","prices":{"IT":"0.045","*":"0.0101"},"currency":"EUR"}
        """
            .formatted(provider.url()));
    put("/v1/routes/sms", "{\"channel\":\"sms\",\"weights\":{\"carrier\":1}}");
  }

  /** Every third one to France. */
  private static String messages(int batch) {
    return IntStream.range(batch * MESSAGES, (batch + 1) * MESSAGES)
        .mapToObj(
            i ->
                """
                {"account":"shop","channel":"sms","to":"%s%07d","content":{"text":"spring"},"campaign":"spring","key":"m%d"}
                """
                    .formatted(i % 3 == 0 ? "+3361" : "+39333", i, i))
        .collect(Collectors.joining());
  }

  private Map<String, Long> ledger() {
    return Map.of("IT", provider.to("+39"), "FR", provider.to("+33"));
  }

  private static Map<String, Long> messages(UsageRows usage) {
    Map<String, Long> messages = new TreeMap<>();
    usage
        .rows()
        .forEach(row -> messages.merge(row.country().orElse("-"), row.messages(), Long::sum));
    return messages;
  }

  private static void check(UsageRow row) {
    boolean isItaly = row.country().equals(Optional.of("IT"));
    BigDecimal price = new BigDecimal(isItaly ? "0.045" : "0.0101");
    assertThat(row.parts()).isEqualTo(row.messages());
    assertThat(new BigDecimal(row.amount().orElseThrow()))
        .isEqualByComparingTo(price.multiply(BigDecimal.valueOf(row.parts())));
    assertThat(row.currency()).contains("EUR");
    assertThat(row.incomplete()).isFalse();
  }

  private UsageRows usage() {
    return get("/v1/usage?account=shop", UsageRows.class)
        .orElseGet(() -> new UsageRows(List.of(), Optional.empty(), List.of(), Optional.empty()));
  }

  private CampaignReport campaign() {
    return get("/v1/accounts/shop/campaigns/spring", CampaignReport.class)
        .orElseGet(
            () ->
                new CampaignReport(
                    new AccountName("shop"),
                    "spring",
                    Map.of(),
                    Optional.empty(),
                    List.of(),
                    false));
  }

  private List<String> csv() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + "/v1/usage"))
            .header("Accept", "text/csv")
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.headers().firstValue("content-type")).contains("text/csv");
    return answer.body().lines().toList();
  }

  /** Empty as long as a server that has just begun cannot tell. */
  private <T> Optional<T> get(String path, Class<T> type) {
    try {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(server.url() + path)).build(),
              HttpResponse.BodyHandlers.ofByteArray());
      return answer.statusCode() == 200
          ? Optional.of(Wire.read(answer.body(), type))
          : Optional.empty();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private void put(String path, String json) throws Exception {
    send("PUT", path, "application/json", json);
  }

  private void send(String method, String path, String type, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .header("Content-Type", type)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 202);
  }

  private void awaitThat(SystemWaiting.Condition condition, Supplier<?> words) {
    try {
      server.awaitThat(condition);
    } catch (AssertionError e) {
      throw new AssertionError(words.get() + ", in the ledger: " + ledger(), e);
    }
  }

  /**
   * A provider on a port of this machine that takes each message once, by its key, and keeps a
   * ledger of their recipients.
   */
  static final class CountingProvider implements AutoCloseable {

    private static final int BACKLOG = 1_000;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> ledger = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> unkeyed = new ConcurrentLinkedQueue<>();

    CountingProvider() throws IOException {
      server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
      server.createContext("/", this::take);
      server.setExecutor(threads);
      server.start();
    }

    String url() {
      return "http://localhost:" + server.getAddress().getPort() + "/messages";
    }

    int size() {
      return ledger.size();
    }

    /** How many messages went to numbers that begin so. */
    long to(String prefix) {
      return ledger.values().stream().filter(to -> to.startsWith(prefix)).count();
    }

    /** What came without a key. */
    int unkeyed() {
      return unkeyed.size();
    }

    private void take(HttpExchange exchange) throws IOException {
      try (exchange) {
        String to = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        if (key == null) {
          unkeyed.add(to);
        } else {
          ledger.putIfAbsent(key, to);
        }
        byte[] answer = ("{\"id\":\"p-" + key + "\"}").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
      }
    }

    @Override
    public void close() {
      server.stop(0);
      threads.close();
    }
  }
}
