package io.messina.cli.serve;

import io.messina.cli.terminal.ExitCodes;
import io.messina.server.Node;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code messina serve}. */
@Command(
    name = "serve",
    modelTransformer = ServerFlags.class,
    description = {
      "Run a server until SIGTERM or Ctrl-C, which end it gracefully with exit code 0.",
      "",
      "It prints its base URL once it is ready. Options come from messina.yaml, overridden by"
          + " variables MESSINA_*, overridden by flags; 'messina config' prints them all.",
      ""
    })
public final class ServeCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Node server = Node.start(ServerFlags.configuration(spec));
    EndOfProcess end = EndOfProcess.closing(server, err);
    try (server) {
      while (!server.awaitReady(PATIENCE)) {
        err.println("messina: not ready yet: " + String.join("; ", server.troubles().values()));
        err.flush();
      }
      out.println(server.baseUrl());
      out.flush();
      end.await();
    } finally {
      end.cancel();
    }
    return ExitCodes.SUCCESS;
  }
}
