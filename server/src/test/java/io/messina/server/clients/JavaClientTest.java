package io.messina.server.clients;

import io.messina.client.contract.ClientContract;
import io.messina.server.streams.RunningNode;
import io.messina.server.streams.TestedStore;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the Java client and this server do together. */
@SuppressWarnings("NullAway.Init")
@ParameterizedClass
@EnumSource(TestedStore.class)
class JavaClientTest extends ClientContract {

  @TempDir private static Path folder;
  private static RunningNode node;

  @Parameter
  @SuppressWarnings("UnusedVariable")
  private TestedStore store;

  @BeforeParameterizedClassInvocation
  static void start(TestedStore store) throws Exception {
    node = store.start(folder);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    node.close();
  }

  @Override
  protected URI url() {
    return URI.create(node.node().baseUrl());
  }
}
