package io.messina.bench.peers;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A load generator of HTTP from the distribution. */
enum NeutralClient {
  H2LOAD(Pattern.compile("status codes: ([0-9]+) 2xx, ([0-9]+) 3xx, ([0-9]+) 4xx, ([0-9]+) 5xx")) {
    @Override
    List<String> command(int connections, Duration length, String type, Path body, String target) {
      return List.of(
          "h2load",
          "--h1",
          "-c" + connections,
          "-t1",
          "-D" + seconds(length),
          "-d" + body,
          "-Hcontent-type: " + type,
          target);
    }
  },
  WRK(Pattern.compile("([0-9]+) requests in [^\n]*\n(?:.*Non-2xx or 3xx responses: ([0-9]+))?")) {
    @Override
    List<String> command(int connections, Duration length, String type, Path body, String target)
        throws IOException {
      Path script = body.resolveSibling(body.getFileName() + ".lua");
      Files.writeString(
          script,
          """
          wrk.method = "POST"
          wrk.headers["Content-Type"] = "%s"
          local file = io.open("%s", "rb")
          wrk.body = file:read("*a")
          file:close()
          """
              .formatted(type, body));
      script.toFile().deleteOnExit();
      return List.of(
          "wrk", "-t1", "-c" + connections, "-d" + seconds(length) + "s", "-s" + script, target);
    }
  };

  private final Pattern counts;

  NeutralClient(Pattern counts) {
    this.counts = counts;
  }

  /** A command that repeats a POST. */
  abstract List<String> command(
      int connections, Duration length, String type, Path body, String target) throws IOException;

  /**
   * The first that is installed.
   *
   * @throws MissingPeerException where none is
   */
  static NeutralClient find() {
    for (NeutralClient client : values()) {
      if (inPath(client.name().toLowerCase(Locale.ROOT)).isPresent()) {
        return client;
      }
    }
    throw new MissingPeerException(
        "neither h2load nor wrk is in the PATH: install one, as in apt-get install nghttp2-client");
  }

  /** A program by its name. */
  static Optional<Path> inPath(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, program);
      if (Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** Runs a command; returns how many requests succeeded. */
  long run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command.getFirst() + " failed: " + printed.strip());
    }
    return succeeded(printed);
  }

  /**
   * Reads what it has printed.
   *
   * @return how many requests succeeded
   * @throws IllegalStateException where others were refused, or nothing is told
   */
  long succeeded(String printed) {
    Matcher found = counts.matcher(printed);
    if (!found.find()) {
      throw new IllegalStateException(this + " printed no counts: " + printed.strip());
    }
    for (int i = 2; i <= found.groupCount(); i++) {
      if (found.group(i) != null && Long.parseLong(found.group(i)) > 0) {
        throw new IllegalStateException("requests were refused: " + found.group());
      }
    }
    return Long.parseLong(found.group(1));
  }

  private static long seconds(Duration length) {
    return Math.max(1, length.toSeconds());
  }
}
