package io.messina.server.clients;

import io.messina.client.contract.ClientContract;
import io.messina.server.RunningNode;
import io.messina.server.streams.TestedStore;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What the Java client and this server do together. */
@SuppressWarnings("NullAway.Init")
@ParameterizedClass
@Execution(ExecutionMode.CONCURRENT)
@MethodSource("io.messina.server.streams.TestedStore#tested")
class JavaClientTest extends ClientContract {

  @TempDir private static Path folder;
  private static final Map<TestedStore, RunningNode> NODES = new ConcurrentHashMap<>();

  @Parameter private TestedStore store;

  @BeforeParameterizedClassInvocation
  static void start(TestedStore store) throws Exception {
    NODES.put(store, store.start(folder));
  }

  @AfterParameterizedClassInvocation
  static void stop(TestedStore store) {
    Objects.requireNonNull(NODES.remove(store)).close();
  }

  @Override
  protected URI url() {
    return URI.create(Objects.requireNonNull(NODES.get(store)).node().baseUrl());
  }
}
