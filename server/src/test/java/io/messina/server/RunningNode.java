package io.messina.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.config.Configuration;
import io.messina.server.http.RawConnection;
import io.messina.store.PartitionKey;
import io.messina.store.Store;
import io.messina.stream.json.ApiJson;
import io.messina.testkit.FaultyStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/** A whole server on a free port with a store in a folder, and a client of it. */
public final class RunningNode implements AutoCloseable {

  /** A token that may do all, of a node {@link #withTokens}. */
  public static final String ADMIN = "the-token-of-the-one-who-may-do-all";

  /** The header of requests with it. */
  public static final String ADMITTED = "Authorization: Bearer " + ADMIN;

  private static final Duration READY = Duration.ofSeconds(60);

  /** Leaves a core to what is awaited. */
  private static final Duration LOOK = Duration.ofMillis(10);

  private static final AtomicInteger STATES = new AtomicInteger();

  private final CountDownLatch never = new CountDownLatch(1);
  private final Node node;
  private final FaultyStore store;
  private final List<AutoCloseable> behind = new ArrayList<>();
  private boolean isPatient;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private RunningNode(Node node, FaultyStore store) {
    this.node = node;
    this.store = store;
  }

  /** Starts it, and waits until it is ready. */
  public static RunningNode in(Path folder, String... flags) throws InterruptedException {
    return in(folder, UnaryOperator.identity(), flags);
  }

  /** Likewise, but it asks for tokens. */
  public static RunningNode withTokens(Path folder) throws IOException, InterruptedException {
    Path admin = Files.writeString(folder.resolve("admin"), ADMIN + "\n");
    return in(folder, "--auth", "tokens", "--admin-token-file", admin.toString());
  }

  /** Likewise, with something before its store. */
  public static RunningNode in(Path folder, UnaryOperator<Store> before, String... flags)
      throws InterruptedException {
    AtomicReference<FaultyStore> store = new AtomicReference<>();
    Node node =
        Node.start(
            configuration(folder, flags),
            opened -> {
              FaultyStore faulty = new FaultyStore(before.apply(opened));
              store.set(faulty);
              return faulty;
            });
    assertThat(node.awaitReady(READY)).as(() -> node.troubles().toString()).isTrue();
    return new RunningNode(node, Objects.requireNonNull(store.get()));
  }

  /** The options of a node whose files are in a folder, at a free port. */
  public static Configuration configuration(Path folder, String... flags) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("--port", "0");
    all.put("--data", folder.resolve("data").toString());
    if (List.of(flags).contains("--store")) {
      all.put("--state", folder.resolve("state-" + STATES.incrementAndGet()).toString());
    }
    for (int i = 0; i < flags.length; i += 2) {
      all.put(flags[i], flags[i + 1]);
    }
    return Configuration.read(folder, Map.of(), all);
  }

  public Node node() {
    return node;
  }

  /** Its store, with which a test may have things go wrong. */
  public FaultyStore store() {
    return store;
  }

  /** Writes to some partitions. */
  public static Predicate<FaultyStore.Call> writes(Predicate<PartitionKey> partitions) {
    return call -> call.isWrite() && call.partition().filter(partitions).isPresent();
  }

  public HttpClient client() {
    return client;
  }

  /** A request whose body is JSON, if it has one; a header has its name and value in one text. */
  public HttpRequest request(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(node.baseUrl() + path))
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    boolean typed = false;
    for (String header : headers) {
      String[] parts = header.split(": ", 2);
      request.header(parts[0], parts[1]);
      typed |= parts[0].equals("Content-Type");
    }
    return (typed ? request : request.header("Content-Type", "application/json")).build();
  }

  public HttpResponse<String> send(String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest request = request(method, path, body, headers);
    long begun = System.nanoTime();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    while (isPatient && isUnavailable(answer) && System.nanoTime() - begun < READY.toNanos()) {
      answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    }
    return answer;
  }

  private static boolean isUnavailable(HttpResponse<String> answer) {
    return answer.body().contains("\"code\":\"" + ProblemCode.UNAVAILABLE + "\"");
  }

  public CompletableFuture<HttpResponse<String>> sendLater(
      String method, String path, String body) {
    return client.sendAsync(request(method, path, body), HttpResponse.BodyHandlers.ofString());
  }

  /** The JSON of an answer that must have a status. */
  public JsonNode json(int status, String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = send(method, path, body, headers);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body().isEmpty()
        ? ApiJson.MAPPER.createObjectNode()
        : ApiJson.MAPPER.readTree(answer.body());
  }

  /** The JSON of a path, asked for again and again until it is there and as wanted. */
  public JsonNode awaited(String path, Predicate<JsonNode> wanted)
      throws IOException, InterruptedException {
    while (true) {
      HttpResponse<String> answer = send("GET", path, "");
      JsonNode found = ApiJson.MAPPER.readTree(answer.body());
      if (answer.statusCode() != ProblemCode.UNAVAILABLE.status()) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        if (wanted.test(found)) {
          return found;
        }
      }
      assertThat(never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  /** The problem of an answer that must be one. */
  public JsonNode problem(
      ProblemCode code, String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = send(method, path, body, headers);
    assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
    assertThat(answer.statusCode()).isEqualTo(code.status());
    assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
    return ApiJson.MAPPER.readTree(answer.body());
  }

  /** A connection of its own to it, on which anything may be sent. */
  public RawConnection connect() throws IOException {
    return RawConnection.to(node.baseUrl());
  }

  /**
   * The same, which is asked again what it did not do because its database did not answer for some
   * seconds, as on a busy machine.
   */
  public RunningNode patient() {
    isPatient = true;
    return this;
  }

  /** The same, which closes something else at the end. */
  public RunningNode closing(AutoCloseable other) {
    behind.add(other);
    return this;
  }

  @Override
  public void close() {
    client.close();
    node.close();
    for (AutoCloseable each : behind) {
      try {
        each.close();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }
}
