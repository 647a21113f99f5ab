package io.messina.cassandra;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Main of a node's process: Cassandra's own, and its end. The end comes with the end of standard
 * input, whose other end is held by the process that started the node, so that the system closes it
 * even if that one is killed; or, for a {@link SharedNode}, with the end of another process, or
 * after a while without use.
 */
final class ChildOfThisProcess {

  static final String ENDS_WITH_INPUT = "messina.cassandra.ends_with_input";
  static final String ENDS_WITH_PROCESS = "messina.cassandra.ends_with_process";
  static final String USE = "messina.cassandra.use";
  static final String UNUSED_MAX_MILLIS = "messina.cassandra.unused_max_millis";
  static final String FOLDER_TO_DELETE = "messina.cassandra.folder_to_delete";

  private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";

  private ChildOfThisProcess() {}

  /** Runs Cassandra. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    if (Boolean.getBoolean(ENDS_WITH_INPUT)) {
      start("end of input", ChildOfThisProcess::awaitEndOfInput);
    }
    Long process = Long.getLong(ENDS_WITH_PROCESS);
    if (process != null) {
      start("end of the build", () -> awaitEndOf(process));
    }
    String use = System.getProperty(USE);
    if (use != null) {
      Duration unusedMax = Duration.ofMillis(Long.getLong(UNUSED_MAX_MILLIS, 0));
      start("end of use", () -> awaitEndOfUse(Path.of(use), unusedMax));
    }
    Method main = Class.forName(DAEMON).getMethod("main", String[].class);
    main.invoke(null, (Object) arguments);
  }

  private static void start(String name, Runnable task) {
    Thread.ofPlatform().daemon().name(name).start(task);
  }

  private static void awaitEndOfInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // as good as its end
    }
    end();
  }

  private static void awaitEndOf(long pid) {
    ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
    end();
  }

  private static void awaitEndOfUse(Path file, Duration unusedMax) {
    try (NodeUse use = NodeUse.at(file)) {
      use.awaitEnd(unusedMax);
      end();
    }
  }

  private static void end() {
    String folder = System.getProperty(FOLDER_TO_DELETE);
    if (folder != null) {
      NodeFolder.delete(Path.of(folder));
    }
    Runtime.getRuntime().halt(1);
  }
}
