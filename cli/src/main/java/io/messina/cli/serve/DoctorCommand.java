package io.messina.cli.serve;

import io.messina.cli.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code messina doctor}. */
@Command(
    name = "doctor",
    modelTransformer = ServerFlags.class,
    description = {
      "Examine whether a server would run here: Java, port, disk, store and clock.",
      "",
      "It changes nothing, reads what 'serve' would read, and says what to do.",
      ""
    },
    exitCodeList = {
      "0:a server would run",
      "1:it would not: see the lines with 'wrong'",
      "2:a wrong call, or a wrong option in messina.yaml or the environment"
    })
public final class DoctorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private OutputFormat format;

  /** For picocli. */
  public DoctorCommand() {}

  @Override
  public Integer call() {
    List<Finding> findings = examine(ServerFlags.configuration(spec));
    PrintWriter out = spec.commandLine().getOut();
    if (format.isJson()) {
      format.printAll(out, "checks", findings.stream().map(Finding::fields).toList());
    } else {
      findings.forEach(finding -> print(out, finding));
      out.flush();
    }
    return findings.stream().anyMatch(finding -> finding.grade() == Finding.Grade.WRONG)
        ? ExitCodes.FAILURE
        : ExitCodes.SUCCESS;
  }

  private static List<Finding> examine(Configuration configuration) {
    Path data = configuration.get(Options.DATA);
    return List.of(
        Machine.java(),
        Machine.port(configuration.get(Options.HOST), configuration.get(Options.PORT)),
        Machine.disk(data),
        Machine.store(data),
        Machine.clock(data, Instant.now()));
  }

  private static void print(PrintWriter out, Finding finding) {
    out.printf("%-7s  %-6s  %s%n", finding.fields().get("result"), finding.what(), finding.found());
    if (!finding.advice().isEmpty()) {
      out.printf("%-7s  %-6s  %s%n", "", "", finding.advice());
    }
  }
}
