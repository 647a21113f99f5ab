package io.messina.cassandra;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.file.Path;

/**
 * Main of a node's process: Cassandra's own, and its end when standard input ends. The other end of
 * that is held by the process that started the node, so that the system closes it even where that
 * one is killed.
 */
final class ChildOfThisProcess {

  static final String ENDS_WITH_INPUT = "messina.cassandra.ends_with_input";
  static final String FOLDER_TO_DELETE = "messina.cassandra.folder_to_delete";

  private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";

  private ChildOfThisProcess() {}

  /** Runs Cassandra. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    if (Boolean.getBoolean(ENDS_WITH_INPUT)) {
      Thread.ofPlatform().daemon().name("end of input").start(ChildOfThisProcess::awaitEndOfInput);
    }
    Method main = Class.forName(DAEMON).getMethod("main", String[].class);
    main.invoke(null, (Object) arguments);
  }

  private static void awaitEndOfInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // as good as its end
    }
    String folder = System.getProperty(FOLDER_TO_DELETE);
    if (folder != null) {
      NodeFolder.delete(Path.of(folder));
    }
    Runtime.getRuntime().halt(1);
  }
}
