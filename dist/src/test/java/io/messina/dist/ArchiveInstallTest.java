package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive on a Debian that has nothing else: no Java, no Maven, no systemd. */
@FullBuild("nothing: a plain build makes no archives")
class ArchiveInstallTest {

  private static final String OLD = "/opt/messina-" + Release.VERSION;
  private static final String NEW = "/opt/messina-next";

  @TempDir private Path folder;

  @Test
  void it_is_installed_run_upgraded_and_removed() throws Exception {
    Shell.assumeRootWith("mmdebstrap");
    Chroot machine = Chroot.make(folder.resolve("machine"));
    unpack(machine);
    assertThat(machine.run(OLD + "/bin/messina", "--version")).contains(Release.VERSION);
    assertThat(machine.run(OLD + "/bin/messina", "prepare")).isEmpty();
    assertThat(machine.root().resolve(OLD.substring(1)).resolve("cache/server.aot")).exists();
    write(machine, OLD);

    Files.move(machine.root().resolve(OLD.substring(1)), machine.root().resolve(NEW.substring(1)));
    unpack(machine);
    try (Chroot.Server server = serve(machine, OLD)) {
      assertThat(read(machine, OLD, server)).contains("4711");
      server.stop();
    }
    machine.run("rm", "-r", OLD, NEW);
    assertThat(machine.root().resolve("srv/data/FORMAT")).exists();
  }

  @Test
  void the_demo_and_a_bucket_need_nothing_else() throws Exception {
    Shell.assumeRootWith("mmdebstrap");
    Chroot machine = Chroot.make(folder.resolve("machine"));
    unpack(machine);
    assertThat(machine.run(OLD + "/bin/messina", "demo", "--exit", "--edits", "500"))
        .contains("500 edits", "Preparing Messina");
    try (Chroot.Server server =
        machine.serve(
            "0:0",
            "/srv",
            Map.of("AWS_ACCESS_KEY_ID", "user", "AWS_SECRET_ACCESS_KEY", "secret"),
            OLD + "/bin/messina",
            "serve",
            "--port",
            "0",
            "--snapshots",
            "s3://bucket?endpoint=http://127.0.0.1:1")) {
      server.stop();
    }
  }

  private static void write(Chroot machine, String home) throws Exception {
    Files.writeString(machine.root().resolve("srv/doors.ndjson"), "{\"badge\":\"4711\"}\n");
    try (Chroot.Server server = serve(machine, home)) {
      String messina = home + "/bin/messina";
      machine.run(messina, "stream", "create", "doors", "--url", server.url());
      machine.run(messina, "load", "/srv/doors.ndjson", "--stream", "doors", "--url", server.url());
      server.stop();
    }
  }

  private static String read(Chroot machine, String home, Chroot.Server server) throws Exception {
    return machine.run(
        home + "/bin/messina",
        "tail",
        "doors",
        "--once",
        "--from",
        "earliest",
        "--url",
        server.url());
  }

  private static Chroot.Server serve(Chroot machine, String home) throws IOException {
    return machine.serve(
        "0:0", "/srv", Map.of(), home + "/bin/messina", "serve", "--port", "0", "--data", "data");
  }

  private static void unpack(Chroot machine) throws IOException, InterruptedException {
    Shell.run("tar", "-xzf", Release.archive().toString(), "-C", machine.root() + "/opt");
  }
}
