package io.messina.server.streams;

import io.messina.server.RunningNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Its tests run on a server over each store. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
@ParameterizedClass
@MethodSource("io.messina.server.streams.TestedStore#tested")
@ResourceLock("their server")
abstract class OnEachStore {

  static final String LINES = "Content-Type: application/x-ndjson";

  @TempDir private static Path folder;
  static RunningNode node;

  @Parameter TestedStore store;

  @BeforeParameterizedClassInvocation
  static void start(TestedStore store) throws Exception {
    node = store.start(folder);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    node.close();
  }

  /** The path of a new stream. */
  static String stream(String name, String options) throws Exception {
    node.json(201, "PUT", "/v1/streams/" + name, options);
    return "/v1/streams/" + name;
  }
}
