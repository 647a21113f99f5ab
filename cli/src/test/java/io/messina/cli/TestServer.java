package io.messina.cli;

import io.messina.cli.terminal.ExitCodes;
import io.messina.client.MessinaClient;
import io.messina.server.Node;
import io.messina.server.config.Configuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** A server in this process, on a free port, and commands that ask it. */
public final class TestServer implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final Node node;
  private final MessinaClient client;

  private TestServer(Node node) {
    this.node = node;
    this.client = MessinaClient.connect(node.baseUrl());
  }

  public static TestServer start(Path folder) throws InterruptedException {
    Node node =
        Node.start(
            Configuration.read(
                folder,
                Map.of(),
                Map.of("--port", "0", "--data", folder.resolve("data").toString())));
    if (!node.awaitReady(PATIENCE)) {
      throw new AssertionError(node.troubles());
    }
    return new TestServer(node);
  }

  public String url() {
    return node.baseUrl();
  }

  public MessinaClient client() {
    return client;
  }

  /** Runs a command that must succeed, and returns what it says. */
  public String said(String... arguments) {
    CommandRun run = run(arguments);
    if (run.exitCode() != 0) {
      throw new AssertionError(run.toString());
    }
    return run.out().strip();
  }

  /** Runs a command again and again until it says what is wanted. */
  public String awaitSaid(Predicate<String> wanted, String... arguments) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    CommandRun run = run(arguments);
    while (run.exitCode() == ExitCodes.TRY_AGAIN || !wanted.test(run.out().strip())) {
      if (run.exitCode() % ExitCodes.TRY_AGAIN != 0 || System.nanoTime() > until) {
        throw new AssertionError(run.toString());
      }
      LockSupport.parkNanos(LOOK.toNanos());
      run = run(arguments);
    }
    return run.out().strip();
  }

  public CommandRun run(String... arguments) {
    List<String> all = CommandRun.words(arguments);
    int end = all.indexOf("--");
    all.addAll(end < 0 ? all.size() : end, List.of("--url", url()));
    return CommandRun.of(all.toArray(String[]::new));
  }

  @Override
  public void close() {
    client.close();
    node.close();
  }
}
