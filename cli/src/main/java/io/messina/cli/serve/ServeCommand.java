package io.messina.cli.serve;

import io.messina.cli.terminal.ExitCodes;
import io.messina.server.Node;
import io.messina.server.StartCheck;
import io.messina.server.config.Configuration;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
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
      "",
      "Under systemd (Type=notify) it tells when it is ready and when it stops.",
      ""
    })
public final class ServeCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Configuration configuration = ServerFlags.configuration(spec);
    List<String> warnings = StartCheck.warnings(configuration); // before the log makes its file
    try (ServerLog _ = log(configuration)) {
      serve(configuration, warnings);
    }
    return ExitCodes.SUCCESS;
  }

  private void serve(Configuration configuration, List<String> warnings)
      throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ServiceNotice notice = ServiceNotice.of(System.getenv());
    Node server = Node.start(configuration, warnings);
    EndOfProcess end = EndOfProcess.closing(() -> stop(server, notice), err);
    try (server) {
      while (!server.awaitReady(PATIENCE)) {
        String why = "not ready yet: " + String.join("; ", server.troubles().values());
        err.println("messina: " + why);
        err.flush();
        notice.waiting(why);
      }
      end.expect();
      out.println(server.baseUrl());
      out.flush();
      notice.ready("serving at " + server.baseUrl());
      end.await();
    } finally {
      end.cancel();
    }
  }

  private ServerLog log(Configuration configuration) {
    try {
      return ServerLog.begin(configuration);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static void stop(Node server, ServiceNotice notice) {
    notice.stopping();
    server.close();
  }
}
