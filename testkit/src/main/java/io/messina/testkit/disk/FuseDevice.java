package io.messina.testkit.disk;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;

/**
 * The device by which Linux asks a process for the content of a file system: one request is read,
 * one answer is written. It needs the rights of root, and no library.
 */
final class FuseDevice implements AutoCloseable {

  static final Path DEVICE = Path.of("/dev/fuse");

  private static final int O_RDWR_CLOEXEC = 2 | 0x80000;
  private static final int MNT_DETACH = 2;
  private static final short POLLIN = 1;
  private static final int POLL_MILLIS = 50;
  private static final int EINTR = 4;
  private static final int ENODEV = 19;
  private static final int ENOENT = 2;
  private static final int ECONNABORTED = 103;

  private static final FunctionDescriptor OPEN =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
  private static final FunctionDescriptor MOUNT =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT,
          ValueLayout.ADDRESS,
          ValueLayout.ADDRESS,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_LONG,
          ValueLayout.ADDRESS);
  private static final FunctionDescriptor UMOUNT =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
  private static final FunctionDescriptor POLL =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
  private static final FunctionDescriptor TRANSFER =
      FunctionDescriptor.of(
          ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
  private static final FunctionDescriptor CLOSE =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);

  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private final Arena arena = Arena.ofShared();

  /** Of each thread, as the one that unmounts must not overwrite the reader's error. */
  private final ThreadLocal<MemorySegment> state =
      ThreadLocal.withInitial(() -> arena.allocate(STATE));

  private final MemorySegment polled = arena.allocate(8, 4);
  private final MemorySegment buffer;
  private final MemorySegment mountPoint;
  private final MethodHandle poll = function("poll", POLL);
  private final MethodHandle read = function("read", TRANSFER);
  private final MethodHandle write = function("write", TRANSFER);
  private final int descriptor;

  /** Mounts a file system that this process serves by {@link #next} and {@link #answer}. */
  FuseDevice(Path mountPoint, int requestBytesMax) throws IOException {
    this.buffer = arena.allocate(requestBytesMax);
    this.mountPoint = arena.allocateFrom(mountPoint.toString());
    this.descriptor =
        (int)
            checked(
                "open " + DEVICE,
                call(
                    function("open", OPEN), arena.allocateFrom(DEVICE.toString()), O_RDWR_CLOEXEC));
    String options = "fd=" + descriptor + ",rootmode=40000,user_id=0,group_id=0";
    checked(
        "mount " + mountPoint,
        call(
            function("mount", MOUNT),
            arena.allocateFrom("messina-test"),
            this.mountPoint,
            arena.allocateFrom("fuse"),
            0L,
            arena.allocateFrom(options)));
  }

  /** The next request, empty where there is none yet, or null once the file system has gone. */
  @org.jspecify.annotations.Nullable
  ByteBuffer next() throws IOException {
    polled.set(ValueLayout.JAVA_INT, 0, descriptor);
    polled.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
    if (call(poll, polled, 1L, POLL_MILLIS) <= 0) {
      return ByteBuffer.allocate(0);
    }
    long length = call(read, descriptor, buffer, buffer.byteSize());
    if (length >= 0) {
      return buffer.asSlice(0, length).asByteBuffer();
    }
    return switch (errno()) {
      case EINTR, ENOENT -> ByteBuffer.allocate(0);
      case ENODEV, ECONNABORTED -> null;
      default -> throw new IOException("reading of " + DEVICE + " failed: errno " + errno());
    };
  }

  /** ENOENT is the answer if the caller no longer waits. */
  void answer(ByteBuffer answer) throws IOException {
    try (Arena once = Arena.ofConfined()) {
      MemorySegment bytes = once.allocate(answer.remaining());
      bytes.copyFrom(MemorySegment.ofBuffer(answer));
      long written = call(write, descriptor, bytes, bytes.byteSize());
      if (written < 0 && !Set.of(ENOENT, ENODEV, ECONNABORTED).contains(errno())) {
        throw new IOException("writing of " + DEVICE + " failed: errno " + errno());
      }
    }
  }

  /** Takes the file system away, also from processes that still use it. */
  void unmount() throws IOException {
    checked("umount", call(function("umount2", UMOUNT), mountPoint, MNT_DETACH));
  }

  /**
   * Call it once no thread calls {@link #next} any more; calls that still wait for it get errors.
   */
  @Override
  public void close() throws IOException {
    checked("close", call(function("close", CLOSE), descriptor));
    arena.close();
  }

  private long checked(String what, long result) throws IOException {
    if (result < 0) {
      throw new IOException(what + " failed: errno " + errno());
    }
    return result;
  }

  private int errno() {
    return (int) ERRNO.get(state.get(), 0L);
  }

  @SuppressWarnings("restricted") // the tests run with native access
  private static MethodHandle function(String name, FunctionDescriptor signature) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().find(name).orElseThrow(),
        signature,
        Linker.Option.captureCallState("errno"));
  }

  private long call(MethodHandle function, Object... arguments) {
    Object[] all = new Object[arguments.length + 1];
    all[0] = state.get();
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    try {
      return ((Number) function.invokeWithArguments(all)).longValue();
    } catch (Throwable e) {
      throw new LinkageError("a call into the C library failed", e);
    }
  }
}
