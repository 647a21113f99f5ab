package io.messina.store.rocksdb;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Limits the size of the files that this process writes, by setrlimit: to its writes the disk is
 * full there.
 */
final class FileSizeLimit {

  private static final int RLIMIT_FSIZE = 1;

  private FileSizeLimit() {}

  @SuppressWarnings("restricted") // the tests run with native access
  static void set(long bytes) throws Throwable {
    Linker linker = Linker.nativeLinker();
    MemorySegment function = linker.defaultLookup().find("setrlimit").orElseThrow();
    FunctionDescriptor signature =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
    MethodHandle setrlimit = linker.downcallHandle(function, signature);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limit = arena.allocateFrom(ValueLayout.JAVA_LONG, bytes, Long.MAX_VALUE);
      int result = (int) setrlimit.invokeExact(RLIMIT_FSIZE, limit);
      if (result != 0) {
        throw new IllegalStateException("setrlimit: " + result);
      }
    }
  }
}
