package io.messina.cluster;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that has a server of its own, and goes to another one that is ready if that is not, or
 * did not answer. It sends nothing again by itself. For one thread.
 */
final class Caller implements AutoCloseable {

  /** Longer than any wait of a server. */
  private static final Duration MOST = Duration.ofSeconds(20);

  private static final Pattern CODE = Pattern.compile("\"code\":\"([a-z_]+)\"");

  private final TestCluster cluster;
  private final int home;
  private final Ledger ledger;
  private final List<Connection> connections = new ArrayList<>();
  private int avoided = -1;

  Caller(TestCluster cluster, int home, Ledger ledger) {
    this.cluster = cluster;
    this.home = home;
    this.ledger = ledger;
    for (int i = 0; i < cluster.size(); i++) {
      connections.add(new Connection(cluster.url(i)));
    }
  }

  /**
   * An answer, or why there is none.
   *
   * @param status 0 if there is none
   * @param kind the status, with the code of a problem; or {@code refused} if nothing was sent,
   *     {@code late} and {@code broken} if nothing is known
   */
  record Answer(int status, String kind, String body, Duration took) {

    boolean isGood() {
      return status / 100 == 2;
    }

    /** Its body; fails if it is none that was hoped for. */
    String good() {
      if (!isGood()) {
        throw new AssertionError(kind + ": " + body);
      }
      return body;
    }

    /** Whether sending it again helps. */
    boolean mayBeRepeated() {
      return status == 0 || status == 429 || status == 503;
    }
  }

  /** To one server. */
  static final class Connection implements AutoCloseable {

    private final String url;
    private final HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    Connection(String url) {
      this.url = url;
    }

    /**
     * Sends a request once.
     *
     * @param idempotencyKey none if it is empty
     */
    Answer send(String method, String path, String body, String idempotencyKey, Duration most) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(url + path))
              .timeout(most)
              .header(
                  "Content-Type", body.contains("\n") ? "application/x-ndjson" : "application/json")
              .method(
                  method,
                  body.isEmpty()
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(body));
      if (!idempotencyKey.isEmpty()) {
        request.header("Idempotency-Key", idempotencyKey);
      }
      long beganNanos = System.nanoTime();
      try {
        HttpResponse<String> answer =
            http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), kind(answer), answer.body(), since(beganNanos));
      } catch (ConnectException | HttpConnectTimeoutException e) {
        return new Answer(0, "refused", String.valueOf(e), since(beganNanos));
      } catch (HttpTimeoutException e) {
        return new Answer(0, "late", String.valueOf(e), since(beganNanos));
      } catch (IOException e) {
        return new Answer(0, "broken", String.valueOf(e), since(beganNanos));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }

    private static String kind(HttpResponse<String> answer) {
      Matcher code = CODE.matcher(answer.body());
      return answer.statusCode() >= 400 && code.find()
          ? answer.statusCode() + " " + code.group(1)
          : Integer.toString(answer.statusCode());
    }

    private static Duration since(long beganNanos) {
      return Duration.ofNanos(System.nanoTime() - beganNanos);
    }

    @Override
    public void close() {
      http.shutdownNow();
    }
  }

  /** Asks a server once, by a connection for this alone. */
  static Answer ask(String url, String method, String path, String body) {
    try (Connection connection = new Connection(url)) {
      return connection.send(method, path, body, "", MOST);
    }
  }

  /** Sends a request once, and tells the ledger what came of it. */
  Answer send(String operation, String method, String path, String body, String idempotencyKey) {
    int server = chosen();
    boolean wasReady = cluster.isReady(server);
    Answer answer = connections.get(server).send(method, path, body, idempotencyKey, MOST);
    avoided = answer.status() == 0 ? server : -1;
    ledger.answered(operation, server, wasReady, answer);
    return answer;
  }

  /** The first that is ready, from its own one on; others before the one that did not answer. */
  private int chosen() {
    int found = home;
    for (int i = cluster.size() - 1; i >= 0; i--) {
      int server = (home + i) % cluster.size();
      if (cluster.isReady(server) && server != avoided) {
        found = server;
      }
    }
    return found;
  }

  @Override
  public void close() {
    connections.forEach(Connection::close);
  }
}
