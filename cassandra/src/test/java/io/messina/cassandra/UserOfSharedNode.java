package io.messina.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Main of a process that uses a shared node, and ends when its standard input does. */
final class UserOfSharedNode {

  private UserOfSharedNode() {}

  /**
   * Tells the node's process id, and collects garbage for each line that it reads; takes a folder,
   * and after how many milliseconds the node is unused.
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Duration unusedMax = Duration.ofMillis(Long.parseLong(arguments[1]));
    CassandraAddress address = new SharedNode(folder, unusedMax).address();
    long pid =
        RecordedNode.in(folder).filter(node -> node.address().equals(address)).orElseThrow().pid();
    System.out.println(pid);
    while (System.in.read() >= 0) {
      System.gc();
      System.out.println(pid);
    }
  }
}
