package io.messina.flink.jobs;

import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.stream.StreamClient;
import java.util.concurrent.atomic.AtomicInteger;

/** One server for all tests of a process, which run one after the other, and a client. */
public abstract class ServerFixture {

  protected static final ServerProcess server = ServerProcess.start();
  protected static final MessinaClient client = MessinaClient.connect(server.url());
  private static final AtomicInteger TESTS = new AtomicInteger();

  private final String test = "test-" + TESTS.incrementAndGet();

  /** Creates a stream of this test. */
  protected StreamClient stream(String name, int shards) {
    StreamClient stream = client.stream(nameOf(name));
    var _ = stream.create(StreamOptions.DEFAULT.shards(shards));
    return stream;
  }

  /** What a stream of this test is called. */
  protected String nameOf(String stream) {
    return test + "-" + stream;
  }
}
