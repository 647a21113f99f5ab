package io.messina.cassandra;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Main of a process that starts a node, tells its process id, and never ends by itself. */
final class ParentOfNode {

  private ParentOfNode() {}

  /** Starts a node in the folder given. */
  public static void main(String[] arguments) throws InterruptedException {
    CassandraNode node = CassandraNode.launch(CassandraSettings.in(Path.of(arguments[0])));
    System.out.println(node.pid());
    new CountDownLatch(1).await();
  }
}
