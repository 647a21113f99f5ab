package io.messina.cli.cassandra;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The number of nodes to start, and their options. */
final class StartOptions {

  private static final Pattern HEAP = Pattern.compile("([1-9][0-9]{0,5})([mg])");
  private static final int MEBIBYTES_MIN = 256;
  private static final int MEBIBYTES_ALONE = 1024;
  private static final int MEBIBYTES_AMONG_OTHERS = 512;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description =
          "The number of nodes, 1 to 3, on 127.0.0.1, .2 and .3 (as many as the "
              + "folder has, or 1).")
  private @Nullable Integer nodes;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9042",
      description = "Where drivers connect, on every node (${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Of each node, such as 512m or 2g (1g for one node, 512m for more).")
  private @Nullable String heap;

  OptionalInt nodes() {
    if (nodes == null) {
      return OptionalInt.empty();
    }
    if (nodes < 1 || nodes > 3) {
      throw wrong("--nodes: " + nodes + " (expected: 1 to 3)");
    }
    return OptionalInt.of(nodes);
  }

  int port() {
    if (port < 1 || port > 65_535) {
      throw wrong("--port: " + port + " (expected: 1 to 65535)");
    }
    return port;
  }

  int heapMebibytes(int ofSoMany) {
    if (heap == null) {
      return ofSoMany == 1 ? MEBIBYTES_ALONE : MEBIBYTES_AMONG_OTHERS;
    }
    Matcher size = HEAP.matcher(heap);
    int mebibytes =
        size.matches()
            ? Integer.parseInt(size.group(1)) * (size.group(2).equals("g") ? 1024 : 1)
            : 0;
    if (mebibytes < MEBIBYTES_MIN) {
      throw wrong("--heap: " + heap + " (expected: a size such as 512m or 2g, from 256m)");
    }
    return mebibytes;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
