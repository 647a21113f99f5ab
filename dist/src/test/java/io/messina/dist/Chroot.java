package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Debian of its own in a folder, whose programs see nothing else of the machine but its network.
 *
 * @param root where it is
 * @param network the namespace of its network; empty for that of this machine
 */
record Chroot(Path root, Optional<String> network) {

  private static final String ENTER =
      "mount --bind \"$0\" \"$0\" && mount -t proc proc \"$0/proc\" && exec chroot"
          + " --userspec=\"$1\" \"$0\" env -i -C \"$2\""
          + " PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/ LC_ALL=C.UTF-8 \"${@:3}\"";

  /** A new and small one, made once for a build. */
  static Chroot make(Path folder) throws IOException, InterruptedException {
    Path base = Release.folder().resolve("tests/chroot.tar");
    if (!Files.exists(base)) {
      Path part = base.resolveSibling("chroot.part");
      Files.createDirectories(base.getParent());
      Shell.run(
          "mmdebstrap",
          "--quiet",
          "--variant=apt",
          "--include=init-system-helpers,openssl",
          "--format=tar",
          "bookworm",
          part.toString());
      Files.move(part, base);
    }
    Files.createDirectories(folder);
    Shell.run("tar", "-xf", base.toString(), "-C", folder.toString());
    return new Chroot(folder, Optional.empty());
  }

  /** The same with a network of its own. */
  Chroot in(String namespace) {
    return new Chroot(root, Optional.of(namespace));
  }

  /** The program in it, as root. */
  String run(String... command) throws IOException, InterruptedException {
    return Shell.output(builder("0:0", "/", Map.of(), command));
  }

  /** The program in it, as root, in a network of its own. */
  String runAlone(String... command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("unshare", "--net", "bash", "-c"));
    words.add("ip link set lo up && exec \"$0\" \"$@\"");
    words.addAll(builder("0:0", "/", Map.of(), command).command());
    return Shell.output(new ProcessBuilder(words));
  }

  /** Starts a server, and waits until it has printed its URL. */
  Server serve(String user, String folder, Map<String, String> environment, String... command)
      throws IOException {
    Path out = Files.createTempFile("messina", "out");
    Process process =
        builder(user, folder, environment, command)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    Server server = new Server(process, out);
    SystemWaiting.until(
        () -> !process.isAlive() || server.text().lines().anyMatch(Server::isUrl), server::text);
    assertThat(process.isAlive()).as(server.text()).isTrue();
    return server;
  }

  private ProcessBuilder builder(
      String user, String folder, Map<String, String> environment, String... command) {
    List<String> words = new ArrayList<>();
    network.ifPresent(name -> words.addAll(List.of("ip", "netns", "exec", name)));
    words.addAll(List.of("unshare", "--mount", "bash", "-c", ENTER));
    words.addAll(List.of(root.toString(), user, folder));
    environment.forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(List.of(command));
    return new ProcessBuilder(words);
  }

  /** A server that runs in it. */
  record Server(Process process, Path out) implements AutoCloseable {

    private static boolean isUrl(String line) {
      return line.startsWith("http://") || line.startsWith("https://");
    }

    String text() {
      try {
        return Files.readString(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String url() {
      return text().lines().filter(Server::isUrl).findFirst().orElseThrow();
    }

    /** Told to stop, it ends well. */
    void stop() throws InterruptedException {
      process.destroy();
      assertThat(process.waitFor()).as(text()).isZero();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
