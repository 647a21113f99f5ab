package io.messina.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.MessinaCommand;
import io.messina.test.rules.FullBuild;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of a campaign, as its page shows it, on fewer messages. */
class CampaignExampleTest {

  private static final int MESSAGES = 400;
  private static final Pattern ROW =
      Pattern.compile("(?m)^(email|sms|whatsapp|webhook) +(\\S+) +(\\S+) +(\\S+) +(\\S+) +.*$");

  @Test
  @FullBuild("ServeCommandTest, by the same commands")
  @Timeout(180)
  void what_arrives_is_what_is_billed_or_uncertain_and_nothing_arrives_twice(@TempDir Path folder)
      throws Exception {
    String command =
        "%s --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -Xmx512m -cp %s %s"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                MessinaCommand.class.getName());
    Path out = folder.resolve("out");
    Process example =
        new ProcessBuilder(
                List.of(
                    "python3",
                    "../examples/python-campaign/campaign.py",
                    "--messages",
                    Integer.toString(MESSAGES),
                    "--sms-per-second",
                    "40",
                    "--messina",
                    command))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    int exitCode = example.waitFor();
    String text = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(exitCode).as(text).isZero();
    List<MatchResult> rows = ROW.matcher(text).results().toList();
    assertThat(rows).as(text).hasSize(4);
    for (MatchResult row : rows) {
      int sent = number(row, 2);
      int uncertain = number(row, 3);
      int arrived = number(row, 4);
      assertThat(sent + uncertain).as(row.group()).isEqualTo(MESSAGES / 4);
      assertThat(arrived).as(row.group()).isBetween(sent, sent + uncertain);
      assertThat(number(row, 5)).as(row.group()).isZero();
    }
    assertThat(text).contains("killed the server with kill -9");
  }

  private static int number(MatchResult row, int group) {
    return Integer.parseInt(row.group(group).replace(",", ""));
  }
}
