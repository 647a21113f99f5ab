package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package. */
@FullBuild("nothing: a plain build makes no package")
class DebianPackageTest {

  private static final Pattern START = Pattern.compile("(?m)^ExecStart=(.*)$");
  private static final String CONFIGURATION = "etc/messina/messina.yaml";

  @TempDir private Path folder;

  @Test
  void lintian_finds_nothing() throws Exception {
    Shell.assumePrograms("lintian");
    assertThat(
            Shell.run(
                "lintian",
                "--allow-root",
                "--fail-on",
                "error,warning",
                Release.debianPackage().toString()))
        .isEmpty();
  }

  @Test
  void systemd_takes_its_service() throws Exception {
    Shell.assumeRootWith("systemd-analyze", "dpkg-deb");
    Shell.run("dpkg-deb", "-x", Release.debianPackage().toString(), folder.toString());
    Path unit = folder.resolve("usr/lib/systemd/system/messina.service");
    // The program is not installed here.
    String text = Files.readString(unit).replace("ExecStart=/", "ExecStart=" + folder + "/");
    Files.writeString(unit, text);
    assertThat(Shell.run("systemd-analyze", "--man=no", "verify", unit.toString())).isEmpty();
    assertThat(text)
        .contains("Type=notify", "DynamicUser=yes", "StateDirectory=messina", "LimitNOFILE=65536")
        .contains("LoadCredential=");
  }

  @Test
  void it_is_installed_run_upgraded_and_removed() throws Exception {
    Shell.assumeRootWith("mmdebstrap", "dpkg-deb");
    Chroot machine = Chroot.make(folder.resolve("machine"));
    install(machine, Release.debianPackage());
    assertThat(machine.root().resolve("var/cache/messina/server.aot")).exists();
    assertThat(machine.run("messina", "--version")).contains(Release.VERSION);
    assertThat(Files.getPosixFilePermissions(machine.root().resolve("etc/messina/credentials")))
        .hasSize(3);
    serveOnce(machine);

    Path configuration = machine.root().resolve(CONFIGURATION);
    Files.writeString(configuration, "durability: os\n", StandardOpenOption.APPEND);
    install(machine, next());
    assertThat(machine.run("dpkg-query", "--show", "messina")).contains("9.0");
    assertThat(configuration).content().contains("durability: os").doesNotContain("# next");
    serveOnce(machine);

    machine.run("dpkg", "--remove", "messina");
    assertThat(machine.root().resolve("usr/lib/messina")).doesNotExist();
    assertThat(configuration).exists();
    machine.run("dpkg", "--purge", "messina");
    assertThat(configuration).doesNotExist();
    assertThat(machine.root().resolve("var/cache/messina")).doesNotExist();
    assertThat(machine.root().resolve("var/lib/messina/data/FORMAT")).exists();
  }

  /** As its service does, with a user who may write nothing else. */
  private static void serveOnce(Chroot machine) throws Exception {
    Path unit = machine.root().resolve("usr/lib/systemd/system/messina.service");
    String command =
        START.matcher(Files.readString(unit)).results().findFirst().orElseThrow().group(1);
    machine.run("mkdir", "-p", "/var/lib/messina");
    machine.run("chown", "-R", "61184:61184", "/var/lib/messina");
    try (Chroot.Server server =
        machine.serve(
            "61184:61184", "/var/lib/messina", Map.of("MESSINA_PORT", "0"), command.split(" "))) {
      assertThat(machine.run("messina", "stream", "list", "--url", server.url())).isNotEmpty();
      server.stop();
    }
  }

  private void install(Chroot machine, Path file) throws IOException, InterruptedException {
    Files.copy(file, machine.root().resolve("tmp/messina.deb"));
    machine.run(
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        "dpkg",
        "--force-confold",
        "--install",
        "/tmp/messina.deb");
    Files.delete(machine.root().resolve("tmp/messina.deb"));
  }

  /** The package of a later version, whose configuration is another one. */
  private Path next() throws IOException, InterruptedException {
    Path tree = folder.resolve("next");
    Shell.run("dpkg-deb", "-R", Release.debianPackage().toString(), tree.toString());
    Path control = tree.resolve("DEBIAN/control");
    Files.writeString(
        control, Files.readString(control).replaceFirst("(?m)^Version: .*$", "Version: 9.0"));
    Files.writeString(tree.resolve(CONFIGURATION), "# next\n", StandardOpenOption.APPEND);
    Path file = folder.resolve("next.deb");
    Shell.run("dpkg-deb", "-Znone", "--root-owner-group", "-b", tree.toString(), file.toString());
    return file;
  }
}
