package io.messina.server.clients;

import io.messina.client.contract.ClientContract;
import io.messina.server.streams.RunningNode;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** What the Java client and this server do together. */
@SuppressWarnings("NullAway.Init")
class JavaClientTest extends ClientContract {

  @TempDir private static Path folder;
  private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Override
  protected URI url() {
    return URI.create(node.node().baseUrl());
  }
}
