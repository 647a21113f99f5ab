package io.messina.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.testkit.JavaProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A server in a process of its own, as variables count there alone. */
final class TracedServer extends JavaProcess {

  private static final String CLASSES = "classes.txt";

  private final Path folder;
  private final HttpClient client = HttpClient.newHttpClient();

  private TracedServer(Path folder, Map<String, String> environment) throws IOException {
    super(
        folder,
        environment,
        newFile(folder, "out"),
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-Xlog:class+load:file=" + CLASSES),
        TracedServer.class,
        List.of());
    this.folder = folder;
  }

  static TracedServer begin(Path folder, Map<String, String> environment) throws IOException {
    return new TracedServer(folder, environment);
  }

  /** Returns once it is ready. */
  static TracedServer start(Path folder, Map<String, String> environment) throws IOException {
    TracedServer server = begin(folder, environment);
    server.awaitOutput(text -> text.endsWith("\n"));
    return server;
  }

  String url() {
    return out().strip();
  }

  /**
   * Sends a request, and checks the status of its answer.
   *
   * @param headers names and values in turn
   * @return the body of the answer
   */
  String send(String method, String path, String body, int status, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .setHeader("Content-Type", "application/json");
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    HttpResponse<String> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  @Override
  public void close() {
    client.close();
    super.close();
  }

  /** The file with all classes that it has loaded. */
  Path classes() {
    return folder.resolve(CLASSES);
  }

  @SuppressWarnings("SystemOut")
  public static void main(String... none) throws InterruptedException {
    Map<String, String> flags =
        Map.of("--port", "0", "--durability", "os", "--messages-shards", "2");
    Node node = Node.start(Configuration.read(Path.of(""), Map.of(), flags));
    Runtime.getRuntime().addShutdownHook(new Thread(node::close));
    if (!node.awaitReady(Duration.ofMinutes(1))) {
      throw new IllegalStateException(node.troubles().toString());
    }
    System.out.println(node.baseUrl());
    new CountDownLatch(1).await();
  }
}
