package io.messina.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Wire;
import io.messina.api.message.MessagePage;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageResult;
import io.messina.api.message.MessageResults;
import io.messina.api.message.report.UsageRow;
import io.messina.api.message.report.UsageRows;
import io.messina.cli.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A server in a process of its own that is killed and paused, and what is asked of it. */
final class MessagingServer implements AutoCloseable {

  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 100;
  private static final int CONFLICT = 409;

  private final Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private volatile ChildProcess process;

  /** Starts one that sends to some providers. */
  MessagingServer(Path folder, Providers providers) throws Exception {
    this.folder = folder;
    this.process = ChildProcess.serve(folder, 0, "--messages-shards", "2");
    Path password = Files.writeString(folder.resolve("password"), "secret\n");
    put("/v1/accounts/" + Recipients.ACCOUNT, "{}");
    for (Map.Entry<String, String> each :
        providers.definitions("file:" + password.toAbsolutePath()).entrySet()) {
      put("/v1/connectors/" + each.getKey(), each.getValue());
      put(
          "/v1/routes/" + each.getKey(),
          "{\"channel\":\"%s\",\"weights\":{\"%s\":1}}"
              .formatted(Providers.CHANNELS.get(each.getKey()), each.getKey()));
    }
  }

  /** SIGKILL, and another process on the same folder and port, which would make more shards. */
  void kill() throws Exception {
    int port = process.port();
    process.kill();
    process = ChildProcess.serve(folder, port);
  }

  /** SIGSTOP, and SIGCONT after a while. */
  void pause(Duration duration) throws Exception {
    process.pause();
    Thread.sleep(duration);
    process.resume();
  }

  /** Has messages accepted, again and again until all are. */
  void accept(String lines) throws InterruptedException {
    long untilNanos = System.nanoTime() + PATIENCE.toNanos();
    String last = "nothing";
    while (System.nanoTime() < untilNanos) {
      try {
        HttpResponse<byte[]> answer =
            send(
                request("/v1/messages")
                    .header("content-type", "application/x-ndjson")
                    .POST(HttpRequest.BodyPublishers.ofString(lines)));
        last = new String(answer.body(), StandardCharsets.UTF_8);
        if (answer.statusCode() == 202 && isAccepted(answer.body())) {
          return;
        }
      } catch (IOException e) {
        last = e.toString();
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    throw new AssertionError("not accepted: " + last + "\n" + process.err());
  }

  private static boolean isAccepted(byte[] body) {
    List<MessageResult> results = Wire.read(body, MessageResults.class).messages();
    return results.stream().allMatch(result -> result.message().isPresent());
  }

  /** What became of the messages of a campaign. */
  List<MessageReport> reports(String campaign) throws Exception {
    String query = "?account=%s&campaign=%s&limit=1000".formatted(Recipients.ACCOUNT, campaign);
    return Wire.read(get("/v1/messages" + query), MessagePage.class).messages();
  }

  /**
   * Resolves an uncertain message.
   *
   * @return false if it is too early
   */
  boolean resolve(String message, String as) throws Exception {
    HttpResponse<byte[]> answer =
        send(
            request("/v1/messages/" + message + "/resolve")
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"as\":\"" + as + "\"}")));
    assertThat(answer.statusCode()).isIn(200, CONFLICT);
    return answer.statusCode() == 200;
  }

  /** How many messages were sent through each connector. */
  Map<String, Long> usage() throws Exception {
    return Wire.read(get("/v1/usage?account=" + Recipients.ACCOUNT), UsageRows.class)
        .rows()
        .stream()
        .collect(Collectors.toMap(UsageRow::connector, UsageRow::messages, Long::sum));
  }

  private void put(String path, String body) throws Exception {
    HttpResponse<byte[]> answer =
        send(
            request(path)
                .header("content-type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body)));
    assertThat(answer.statusCode())
        .as(new String(answer.body(), StandardCharsets.UTF_8))
        .isEqualTo(201);
  }

  private byte[] get(String path) throws Exception {
    HttpResponse<byte[]> answer = send(request(path).GET());
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return answer.body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(process.url() + path)).timeout(ANSWER);
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  @Override
  public void close() {
    process.close();
    client.close();
  }
}
