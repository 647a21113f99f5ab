package org.apache.cassandra.service;

import java.util.concurrent.CountDownLatch;

/** Bears the name of Cassandra's main class: says that it is ready, and runs until it is ended. */
public final class CassandraDaemon {

  private CassandraDaemon() {}

  /** Runs. */
  public static void main(String[] arguments) throws InterruptedException {
    System.out.println("Starting listening for CQL clients");
    new CountDownLatch(1).await();
  }
}
