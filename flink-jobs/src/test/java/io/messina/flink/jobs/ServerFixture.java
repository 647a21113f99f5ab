package io.messina.flink.jobs;

import io.messina.client.MessinaClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A server of its own for the tests of a class, and a client. Classes run one after the other. */
public abstract class ServerFixture {

  protected static ServerProcess server;
  protected static MessinaClient client;

  @BeforeAll
  static void start(@TempDir Path data) throws Exception {
    server = ServerProcess.start(data);
    client = MessinaClient.connect(server.url());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }
}
