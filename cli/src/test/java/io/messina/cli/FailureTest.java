package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.terminal.ExitCodes;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

class FailureTest {

  @Test
  void a_lost_answer_is_told_as_one_whose_request_may_have_been_done() {
    StringWriter said = new StringWriter();
    CommandSpec spec = CommandSpec.create();
    CommandLine command = new CommandLine(spec).setErr(new PrintWriter(said, true));
    var lost = new MessinaException.Unknown(Problem.of("no_answer", "no bytes"), null);
    int code =
        new Failure().handleExecutionException(lost, command, ParseResult.builder(spec).build());
    assertThat(code).isEqualTo(ExitCodes.TRY_AGAIN);
    assertThat(said.toString().strip())
        .isEqualTo(
            "messina: the connection ended before the answer came: nobody knows whether it was"
                + " done; look before you repeat it (no bytes)");
  }
}
