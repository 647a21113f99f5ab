package io.messina.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Main of a process that uses a shared node, and ends when its standard input does. */
final class UserOfSharedNode {

  private UserOfSharedNode() {}

  /** Tells the node's process id; takes a folder, and after how many milliseconds it is unused. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Duration unusedMax = Duration.ofMillis(Long.parseLong(arguments[1]));
    CassandraAddress address = new SharedNode(folder, unusedMax).address();
    System.out.println(
        RecordedNode.in(folder).filter(node -> node.address().equals(address)).orElseThrow().pid());
    var _ = System.in.read();
  }
}
