package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class MessinaCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void help_lists_the_demo_and_the_exit_codes() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("demo", "Exit codes:");
  }

  @Test
  void every_command_has_help() {
    assertThat(commands(MessinaCommand.commandLine(name -> true)))
        .hasSizeGreaterThan(20)
        .allSatisfy(
            command -> {
              String[] names = command.getCommandSpec().qualifiedName(" ").split(" ");
              String[] words = Arrays.copyOfRange(names, 1, names.length + 1);
              words[words.length - 1] = "--help";
              CommandRun run = CommandRun.of(words);
              assertThat(run.exitCode()).isZero();
              assertThat(run.out()).startsWith("Usage: messina").contains("Exit codes:");
              assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
            });
  }

  @Test
  void completion_knows_commands_and_options() {
    assertThat(run("completion")).isZero();
    assertThat(out.toString())
        .startsWith("#!")
        .contains("dead-letters", "--ready-file")
        .contains("\"ndjson\" \"csv\"", "\"at_least_once\" \"at_most_once\"");
  }

  private static List<CommandLine> commands(CommandLine command) {
    List<CommandLine> all = new ArrayList<>(List.of(command));
    command.getSubcommands().values().forEach(each -> all.addAll(commands(each)));
    return all;
  }

  @Test
  void the_version_is_that_of_the_build() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).matches("messina \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
  }

  @Test
  void arguments_may_stand_in_a_file(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("arguments"), "stream list --help");
    assertThat(run("@" + file)).isZero();
    assertThat(out.toString()).startsWith("Usage: messina stream list");
  }

  @Test
  void an_unknown_command_gets_one_sentence_and_exit_code_2() {
    assertThat(run("dmeo")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToNormalizingNewlines("messina: there is no 'dmeo'. See 'messina --help'.\n");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--token=secret", "--token secret", "x --token secret"})
  void a_token_among_the_words_is_not_shown(String option) {
    assertThat(run(("stream list " + option).split(" "))).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            "messina: there is no '--token': use --token-file FILE, or MESSINA_TOKEN. See 'messina"
                + " stream list --help'.\n");
  }

  @Test
  void no_command_at_all_is_a_wrong_call() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1).contains("messina --help");
  }

  @Test
  void a_command_that_fails_says_why_and_ends_with_exit_code_1() {
    var failing =
        CommandSpec.wrapWithoutInspection(
            (Runnable)
                () -> {
                  throw new IllegalStateException("the folder is in use");
                });
    assertThat(run(MessinaCommand.commandLine().addSubcommand("failing", failing), "failing"))
        .isEqualTo(1);
    assertThat(err.toString()).isEqualToNormalizingNewlines("messina: the folder is in use\n");
  }

  private int run(String... arguments) {
    return run(MessinaCommand.commandLine(arguments), arguments);
  }

  private int run(CommandLine command, String... arguments) {
    return command
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
