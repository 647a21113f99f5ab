package io.messina.bench.http;

import io.messina.bench.figures.TemporaryFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that asks for tokens, and the tokens of its clients. */
record TokenServer(ServerProcess process) {

  /** Events a second that the token of the greedy client allows. */
  static final int QUOTA = 1_000;

  private static final Bearer ADMIN =
      new Bearer(Optional.of("the-token-of-the-one-who-may-do-all"));
  private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");
  private static final int CREATED = 201;

  /** Starts one on a fresh embedded store. */
  static TokenServer start(String classPath, List<String> javaOptions) throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      Path admin = folder.path().resolve("admin.token");
      Files.writeString(admin, ADMIN.token().orElseThrow() + "\n");
      List<String> flags = List.of("--auth", "tokens", "--admin-token-file", admin.toString());
      return new TokenServer(ServerProcess.start(classPath, javaOptions, flags));
    }
  }

  /** A token for a client that makes the stream and appends, with bounds that are looked at. */
  Bearer token(String name, int eventsPerSecond) throws IOException {
    String body =
        ("{\"scopes\":[\"streams:bench:append\",\"streams:bench:manage\",\"groups:bench/*:manage\"],"
             + "\"events_per_second\":%d,\"bytes_per_second\":1000000000000}")
            .formatted(eventsPerSecond);
    Creation creation = new Creation(name, body);
    try (HttpLoad load = new HttpLoad(process.address(), 1, () -> creation)) {
      var _ = load.run(Duration.ZERO);
    }
    return new Bearer(creation.token);
  }

  /** The request that creates a token, and the token of its answer. */
  private static final class Creation implements Dialogue {

    private final ByteBuffer request;
    private Optional<String> token = Optional.empty();

    private Creation(String name, String body) {
      this.request =
          ADMIN.on(HttpRequests.request("POST", "/v1/tokens/" + name, HttpRequests.JSON, body));
    }

    @Override
    public ByteBuffer next() {
      return request;
    }

    @Override
    public int answered(HttpAnswer answer) {
      Matcher found = TOKEN.matcher(answer.body());
      if (answer.status() != CREATED || !found.find()) {
        throw new IllegalStateException("the creation of a token was answered " + answer.body());
      }
      token = Optional.of(found.group(1));
      return 0;
    }
  }
}
