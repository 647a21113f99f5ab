package io.messina.cli.serve;

import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.server.StartCheck;
import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.Options;
import io.messina.server.database.DatabaseOptions;
import io.messina.store.cql.session.CqlOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
      "Examine whether a server would run here: Java, port, options and the files that they name,"
          + " disk, store and clock; or with --store"
          + " its database: nodes, keyspace, copies, rights, limits, clocks, tables, latency.",
      "",
      "It leaves nothing behind, reads the configuration of 'serve', and recommends actions.",
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

  @Override
  public Integer call() {
    List<Finding> findings = examine(ServerFlags.configuration(spec));
    PrintWriter out = spec.commandLine().getOut();
    if (format.isJson()) {
      format.printAll(out, "checks", findings.stream().map(Finding::fields).toList());
    } else {
      printAll(out, findings);
    }
    return findings.stream().anyMatch(finding -> finding.grade() == Finding.Grade.WRONG)
        ? ExitCodes.FAILURE
        : ExitCodes.SUCCESS;
  }

  private static List<Finding> examine(Configuration configuration) {
    List<Finding> findings = new ArrayList<>();
    findings.add(Machine.java());
    findings.add(Machine.port(configuration.get(Options.HOST), configuration.get(Options.PORT)));
    StartCheck.of(configuration).stream().map(DoctorCommand::finding).forEach(findings::add);
    Optional<CqlOptions> keyspace = DatabaseOptions.of(configuration);
    if (keyspace.isPresent()) {
      findings.addAll(DatabaseFindings.of(keyspace.get()));
    } else {
      Path data = configuration.get(Options.DATA);
      findings.add(Machine.disk(data));
      findings.add(Machine.store(data));
      findings.add(Machine.clock(data, Instant.now()));
    }
    return findings;
  }

  private static Finding finding(StartCheck check) {
    try {
      List<String> warnings = check.warnings().get();
      return warnings.isEmpty()
          ? Finding.ok(check.name(), "as it should be")
          : Finding.warning(check.name(), String.join("; ", warnings), "");
    } catch (ConfigurationException e) {
      return Finding.wrong(check.name(), String.valueOf(e.getMessage()), "Change the option.");
    }
  }

  private static void printAll(PrintWriter out, List<Finding> findings) {
    int width = findings.stream().mapToInt(finding -> finding.what().length()).max().orElse(0);
    findings.forEach(finding -> print(out, "%-7s  %-" + width + "s  %s%n", finding));
    out.flush();
  }

  private static void print(PrintWriter out, String line, Finding finding) {
    out.printf(line, finding.fields().get("result"), finding.what(), finding.found());
    if (!finding.advice().isEmpty()) {
      out.printf(line, "", "", finding.advice());
    }
  }
}
