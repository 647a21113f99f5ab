package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page docs/operator/install.md: its commands, one after the other, on a new Debian. */
@FullBuild("nothing: a plain build makes nothing to install")
class InstallPageTest {

  private static final Path PAGE = Path.of("../docs/operator/install.md");
  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)\n```", Pattern.DOTALL);
  private static final Pattern TEXT = Pattern.compile("```text\n(.*?)\n```", Pattern.DOTALL);

  /** A network of its own, so that the usual port is free; and no systemd. */
  private static final String BEGIN =
      """
      set -e
      sudo() { "$@"; }
      systemctl() { [ "${*: -1}" = messina ]; }
      served() { "$@" >/tmp/out & until grep -q http: /tmp/out; do kill -0 $!; sleep 0.2; done; }
      """;

  private static final String END = "\n[ -z \"$(jobs -p)\" ] || { kill $(jobs -p); wait; }\n";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"## The archive", "## The Debian package"})
  void every_command_works_one_after_the_other(String section) throws Exception {
    Shell.assumeRootWith("mmdebstrap", "ip");
    Chroot machine = Chroot.make(folder.resolve("machine"));
    Path home = machine.root().resolve("root");
    Files.copy(Release.archive(), home.resolve(Release.archive().getFileName()));
    Files.copy(Release.debianPackage(), home.resolve(Release.debianPackage().getFileName()));
    boolean isPackage = section.endsWith("package");
    StringBuilder script = new StringBuilder(BEGIN);
    List<String> blocks =
        BLOCK.matcher(section(section)).results().map(block -> block.group(1)).toList();
    assertThat(blocks).hasSizeGreaterThan(1);
    for (String block : blocks) {
      block.lines().map(InstallPageTest::line).forEach(line -> script.append(line).append('\n'));
      if (isPackage && block.contains("install")) {
        script.insert(script.indexOf("messina stream"), serve());
      }
      script.append(END);
    }
    Files.writeString(home.resolve("commands"), script);
    machine.runAlone("bash", "-c", "cd /root && bash -x /root/commands");
    assertThat(machine.root().resolve("opt/messina-" + Release.VERSION)).doesNotExist();
    assertThat(machine.root().resolve("usr/lib/messina")).doesNotExist();
  }

  /** As systemd would. */
  private static String serve() {
    return "mkdir -p /var/lib/messina && served messina serve --config /etc/messina/messina.yaml\n";
  }

  private static String line(String line) {
    String text =
        line.replace("messina-0.1.0", "messina-" + Release.VERSION)
            .replace("messina_0.1.0", "messina_" + Release.debianVersion());
    return text.matches("(.*/)?messina serve .*") ? "served " + text : text;
  }

  @Test
  void commands_that_are_not_run_name_what_is_made() throws IOException {
    String texts =
        String.join(
            "\n", TEXT.matcher(Files.readString(PAGE)).results().map(MatchResult::group).toList());
    assertThat(texts)
        .contains("docker load -i messina-0.1.0-image.tar", "messina:0.1.0", "-v messina:/data")
        .contains("mvn -Prelease -Dunchecked -Dmaven.test.skip=true -pl dist -am package");
    String pom = Files.readString(Path.of("../dist/pom.xml"));
    Pattern.compile("-D(dist\\.\\w+)=")
        .matcher(texts)
        .results()
        .forEach(option -> assertThat(pom).contains(option.group(1)));
  }

  private static String section(String title) throws IOException {
    return Files.readString(PAGE).split(Pattern.quote(title) + "\n", 2)[1].split("\n## ", 2)[0];
  }
}
