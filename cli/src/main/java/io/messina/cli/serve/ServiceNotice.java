package io.messina.cli.serve;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Tells the service manager that started this process, such as systemd, how it is: datagrams to the
 * Unix socket that the variable {@code NOTIFY_SOCKET} names, as of {@code sd_notify}. Without the
 * variable nothing is done. A notice that cannot be sent is lost: the manager has time limits of
 * its own. On Linux only.
 */
final class ServiceNotice {

  private static final String SOCKET = "NOTIFY_SOCKET";

  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM = 2;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;

  /** Of the path in an address, with a byte for its end. */
  private static final int PATH_MAX = 108;

  private final Optional<byte[]> path;

  private ServiceNotice(Optional<byte[]> path) {
    this.path = path;
  }

  /**
   * The notices of a process.
   *
   * @param environment its variables
   */
  static ServiceNotice of(Map<String, String> environment) {
    return new ServiceNotice(
        Optional.ofNullable(environment.get(SOCKET))
            .filter(name -> name.startsWith("/") || name.startsWith("@"))
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .filter(name -> name.length < PATH_MAX));
  }

  /**
   * It serves.
   *
   * @param status one line for people
   */
  void ready(String status) {
    send("READY=1\nSTATUS=" + line(status));
  }

  /**
   * It is not ready yet.
   *
   * @param status one line for people
   */
  void waiting(String status) {
    send("STATUS=" + line(status));
  }

  /** It was told to stop, and begins to. */
  void stopping() {
    send("STOPPING=1\nSTATUS=stopping");
  }

  private static String line(String text) {
    return text.replace('\n', ' ');
  }

  private void send(String notice) {
    path.ifPresent(to -> send(notice.getBytes(StandardCharsets.UTF_8), to));
  }

  private static void send(byte[] notice, byte[] path) {
    try (Arena arena = Arena.ofConfined()) {
      send(arena.allocateFrom(ValueLayout.JAVA_BYTE, notice), address(arena, path));
    }
  }

  /**
   * Draws a {@code sockaddr_un}: the family in two bytes, then the path. A path that begins with
   * {@code @} is of no file: a zero is in its place, and none behind it.
   */
  private static MemorySegment address(Arena arena, byte[] path) {
    boolean isFile = path[0] == '/';
    MemorySegment address = arena.allocate(Short.BYTES + path.length + (isFile ? 1 : 0), 2);
    address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(path, 0, address, ValueLayout.JAVA_BYTE, Short.BYTES, path.length);
    if (!isFile) {
      address.set(ValueLayout.JAVA_BYTE, Short.BYTES, (byte) 0);
    }
    return address;
  }

  /** Calls the C library, as Java has no Unix sockets for datagrams. */
  private static void send(MemorySegment notice, MemorySegment address) {
    try {
      int socket = (int) function("socket", 3).invokeExact(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
      if (socket >= 0) {
        long _ =
            (long)
                sendTo()
                    .invokeExact(
                        socket,
                        notice,
                        notice.byteSize(),
                        MSG_NOSIGNAL,
                        address,
                        (int) address.byteSize());
        int _ = (int) function("close", 1).invokeExact(socket);
      }
    } catch (Throwable e) {
      throw new IllegalStateException("the C library could not be called", e);
    }
  }

  /** A function of the C library that takes and returns whole numbers. */
  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, int arguments) {
    Linker linker = Linker.nativeLinker();
    ValueLayout[] types = new ValueLayout[arguments];
    Arrays.fill(types, ValueLayout.JAVA_INT);
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, types));
  }

  @SuppressWarnings("restricted")
  private static MethodHandle sendTo() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("sendto"),
        FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_INT));
  }
}
