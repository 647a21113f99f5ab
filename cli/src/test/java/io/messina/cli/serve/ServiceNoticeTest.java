package io.messina.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Notices to a real Unix socket for datagrams, which Python has and Java has not. */
@Timeout(60)
class ServiceNoticeTest {

  private static final String RECEIVER =
      """
      import socket, sys
      receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      receiver.bind(sys.argv[1].replace("@", chr(0)))
      print("bound", flush=True)
      while True:
          print(receiver.recv(4096).decode().replace(chr(10), "|"), flush=True)
      """;

  @TempDir private Path folder;

  /** A service manager. */
  private record Receiver(Process process, BufferedReader notices) implements AutoCloseable {

    static Receiver at(String socket) throws IOException {
      Process process = new ProcessBuilder("python3", "-c", RECEIVER, socket).start();
      Receiver receiver = new Receiver(process, process.inputReader(StandardCharsets.UTF_8));
      assertThat(receiver.next()).isEqualTo("bound");
      return receiver;
    }

    String next() throws IOException {
      return String.valueOf(notices.readLine());
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  @Test
  void a_server_tells_when_it_is_ready_and_when_it_stops() throws Exception {
    String socket = folder.resolve("notify").toString();
    try (Receiver manager = Receiver.at(socket);
        ChildProcess server =
            ChildProcess.start(
                folder, Map.of("NOTIFY_SOCKET", socket), "serve --port 0 --data here")) {
      server.awaitOutput(text -> text.contains("\n"));
      assertThat(manager.next()).isEqualTo("READY=1|STATUS=serving at " + server.url());
      assertThat(server.terminate()).isZero();
      assertThat(manager.next()).isEqualTo("STOPPING=1|STATUS=stopping");
      assertThat(server.err()).isEmpty();
    }
  }

  @Test
  void a_socket_may_be_of_no_file() throws Exception {
    String socket = "@" + folder;
    try (Receiver manager = Receiver.at(socket)) {
      ServiceNotice notice = ServiceNotice.of(Map.of("NOTIFY_SOCKET", socket));
      notice.waiting("the database\ndoes not answer");
      assertThat(manager.next()).isEqualTo("STATUS=the database does not answer");
    }
  }

  @Test
  void without_a_manager_that_listens_nothing_happens() {
    ServiceNotice.of(Map.of()).ready("");
    ServiceNotice.of(Map.of("NOTIFY_SOCKET", folder + "/none")).ready("");
    ServiceNotice.of(Map.of("NOTIFY_SOCKET", "vsock:2:1234")).ready("");
    ServiceNotice.of(Map.of("NOTIFY_SOCKET", "/" + "x".repeat(200))).ready("");
  }
}
