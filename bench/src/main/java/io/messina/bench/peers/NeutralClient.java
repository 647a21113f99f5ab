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
import java.util.stream.Stream;

/** A load generator of HTTP from the distribution, the better one first. */
enum NeutralClient {
  WRK(Pattern.compile("([0-9]+) requests in [^\n]*\n(?:.*Non-2xx or 3xx responses: ([0-9]+))?")) {
    @Override
    List<String> command(Requests requests, int connections, Duration length) throws IOException {
      Files.writeString(
          requests.script(),
          """
          local lines = {}
          for line in io.lines("%s") do
            lines[#lines + 1] = line
          end
          local requests = {}
          local at = 0
          function init()
            local headers = { ["Content-Type"] = "%s", ["Host"] = wrk.host }
            for i = 1, #lines, %d do
              local body = table.concat(lines, "\\n", i, i + %3$d - 1)
              requests[#requests + 1] = wrk.format("POST", wrk.path, headers, body)
            end
          end
          function request()
            at = at %% #requests + 1
            return requests[at]
          end
          """
              .formatted(requests.events(), requests.type(), requests.eventsEach()));
      return List.of(
          "wrk",
          "-t1",
          "-c" + connections,
          "-d" + seconds(length) + "s",
          "-s" + requests.script(),
          requests.target());
    }
  },

  /** Knows one body only, so rows that gather several of its requests compress better. */
  H2LOAD(Pattern.compile("status codes: ([0-9]+) 2xx, ([0-9]+) 3xx, ([0-9]+) 4xx, ([0-9]+) 5xx")) {
    @Override
    List<String> command(Requests requests, int connections, Duration length) throws IOException {
      try (Stream<String> lines = Files.lines(requests.events())) {
        Files.write(requests.script(), lines.limit(requests.eventsEach()).toList());
      }
      return List.of(
          "h2load",
          "--h1",
          "-c" + connections,
          "-t1",
          "-D" + seconds(length),
          "-d" + requests.script(),
          "-Hcontent-type: " + requests.type(),
          requests.target());
    }
  };

  /**
   * What is sent.
   *
   * @param events a file with a line for each
   * @param eventsEach how many of them are in a request
   * @param type of a body
   * @param target a URL
   */
  record Requests(Path events, int eventsEach, String type, String target) {

    /** A file for what the program reads. */
    Path script() {
      return events.resolveSibling(events.getFileName() + ".script");
    }
  }

  private final Pattern counts;

  NeutralClient(Pattern counts) {
    this.counts = counts;
  }

  /** A command that sends requests for so long. */
  abstract List<String> command(Requests requests, int connections, Duration length)
      throws IOException;

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
        "neither wrk nor h2load is in the PATH: install one, as in apt-get install wrk");
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
