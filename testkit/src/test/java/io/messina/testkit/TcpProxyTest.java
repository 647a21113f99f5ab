package io.messina.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.testkit.TcpProxy.Direction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
@SuppressWarnings("NullAway.Init")
class TcpProxyTest {

  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    Thread.startVirtualThread(this::echo);
    proxy = TcpProxy.to((InetSocketAddress) echo.getLocalSocketAddress());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    echo.close();
  }

  @Test
  void it_passes_on_bytes_and_ends_in_both_directions() throws IOException {
    try (Socket socket = connected()) {
      assertThat(echoed(socket, "one")).isEqualTo("one");
      send(socket, "two");
      socket.shutdownOutput();
      assertThat(socket.getInputStream().readAllBytes()).asString().isEqualTo("two");
    }
    assertThat(proxy.bytes(Direction.THERE)).isEqualTo(6);
    assertThat(proxy.bytes(Direction.BACK)).isEqualTo(6);
  }

  @Test
  void what_is_held_up_in_a_direction_comes_later_also_where_its_sender_has_gone()
      throws Exception {
    try (Socket socket = connected()) {
      assertThat(echoed(socket, "one")).isEqualTo("one");
      proxy.stall(Direction.BACK);
      send(socket, "two");
      SystemWaiting.until(() -> proxy.bytes(Direction.BACK) == 6);
      assertSilent(socket);
      proxy.pass();
      assertThat(read(socket, 3)).isEqualTo("two");
    }
    try (Socket socket = connected()) {
      proxy.stall(Direction.THERE);
      send(socket, "three");
      SystemWaiting.until(() -> proxy.bytes(Direction.THERE) == 11);
    }
    assertThat(proxy.bytes(Direction.BACK)).isEqualTo(6);
    proxy.pass();
    SystemWaiting.until(() -> proxy.bytes(Direction.BACK) == 11);
  }

  @Test
  void some_connections_are_held_up_by_how_they_begin() throws IOException {
    try (Socket first = connected();
        Socket second = connected()) {
      assertThat(echoed(first, "first")).isEqualTo("first");
      proxy.stall(Direction.THERE, beginning -> beginning.startsWith("first"));
      assertThat(echoed(second, "second")).isEqualTo("second");
      send(first, "more");
      assertSilent(first);
      proxy.heal();
      assertThat(read(first, 4)).isEqualTo("more");
    }
  }

  @Test
  void connections_are_reset_when_they_are_cut_and_refused_until_it_is_healed() throws IOException {
    try (Socket socket = connected()) {
      assertThat(echoed(socket, "one")).isEqualTo("one");
      proxy.stall(Direction.THERE);
      proxy.cut();
      assertThatThrownBy(() -> read(socket, 1)).isInstanceOf(SocketException.class);
    }
    proxy.pass();
    try (Socket socket = connected()) {
      assertThat(echoed(socket, "one")).isEqualTo("one");
    }
    proxy.refuse();
    assertThatThrownBy(
            () -> {
              try (Socket socket = connected()) {
                assertThat(echoed(socket, "one")).isEqualTo("one");
              }
            })
        .isInstanceOf(IOException.class);
    proxy.heal();
    try (Socket socket = connected()) {
      assertThat(echoed(socket, "one")).isEqualTo("one");
    }
  }

  @Test
  void a_process_behind_that_is_not_there_resets_connections() throws IOException {
    echo.close();
    try (Socket socket = connected()) {
      assertThatThrownBy(() -> read(socket, 1)).isInstanceOf(SocketException.class);
    }
  }

  private Socket connected() throws IOException {
    return new Socket(proxy.address().getAddress(), proxy.address().getPort());
  }

  private static String echoed(Socket socket, String text) throws IOException {
    send(socket, text);
    return read(socket, text.length());
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String read(Socket socket, int count) throws IOException {
    return new String(socket.getInputStream().readNBytes(count), StandardCharsets.US_ASCII);
  }

  private static void assertSilent(Socket socket) throws IOException {
    socket.setSoTimeout(100);
    assertThatThrownBy(() -> read(socket, 1)).isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout(0);
  }

  private void echo() {
    while (!echo.isClosed()) {
      try {
        Socket socket = echo.accept();
        Thread.startVirtualThread(
            () -> {
              try (socket) {
                socket.getInputStream().transferTo(socket.getOutputStream());
              } catch (IOException e) {
                // The other end has gone.
              }
            });
      } catch (IOException e) {
        // It is closed.
      }
    }
  }
}
