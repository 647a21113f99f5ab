package io.messina.cassandra;

import io.messina.cassandra.CassandraSettings.Lifetime;
import io.messina.cassandra.CassandraSettings.Schema;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database that tests run against: one node for all tests of a JVM, started when the first asks
 * and gone with the JVM, even where that is killed; or the cluster that {@code
 * MESSINA_TEST_CQL=host:port} names, with its data centre in {@code MESSINA_TEST_CQL_DC} (default
 * datacenter1).
 *
 * <p>It is shared: a test makes a keyspace of its own, drops it, and leaves the node running. A
 * test that pauses or kills starts a {@link CassandraNode} for itself.
 */
public final class CassandraForTests {

  private static final Logger LOG = LoggerFactory.getLogger(CassandraForTests.class);
  private static final String CLUSTER = "MESSINA_TEST_CQL";
  private static final String DATACENTER = "MESSINA_TEST_CQL_DC";
  private static final int PORT = 9042;

  /** Another process may take a port between its finding and the start of the node. */
  private static final int TRIES_MAX = 3;

  private static @Nullable CassandraForTests shared;

  private final InetSocketAddress contactPoint;
  private final String datacenter;
  private final boolean external;

  private CassandraForTests(InetSocketAddress contactPoint, String datacenter, boolean external) {
    this.contactPoint = contactPoint;
    this.datacenter = datacenter;
    this.external = external;
  }

  /**
   * The one of this JVM. May be called from any thread; the first waits for the start, about 10 s.
   */
  public static synchronized CassandraForTests shared() {
    if (shared == null) {
      shared = named(System.getenv()).orElseGet(CassandraForTests::started);
    }
    return shared;
  }

  /** What a driver is given. */
  public InetSocketAddress contactPoint() {
    return contactPoint;
  }

  /** The data centre that a driver is told. */
  public String datacenter() {
    return datacenter;
  }

  /**
   * Whether it is a cluster that was named from outside, perhaps ScyllaDB, perhaps of several
   * nodes.
   */
  public boolean isExternal() {
    return external;
  }

  static Optional<CassandraForTests> named(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(CLUSTER))
        .filter(cluster -> !cluster.isBlank())
        .map(
            cluster ->
                new CassandraForTests(
                    addressIn(cluster), environment.getOrDefault(DATACENTER, "datacenter1"), true));
  }

  private static InetSocketAddress addressIn(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      return new InetSocketAddress(text, PORT);
    }
    try {
      return new InetSocketAddress(
          text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(CLUSTER + ": " + text + " (expected: host:port)", e);
    }
  }

  private static CassandraForTests started() {
    CassandraNode node = startedNode(TRIES_MAX);
    return new CassandraForTests(node.contactPoint(), node.datacenter(), false);
  }

  private static CassandraNode startedNode(int tries) {
    Path folder = newFolder();
    CassandraNode node =
        CassandraNode.launch(
            CassandraSettings.in(folder)
                .withSchema(Schema.FAST)
                .withLifetime(Lifetime.OF_THIS_PROCESS_WITH_FOLDER));
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> end(node, folder)));
    try {
      node.awaitReady();
      return node;
    } catch (CassandraException e) {
      if (tries <= 1) {
        throw e;
      }
      LOG.warn("Cassandra did not start, trying once more", e);
      return startedNode(tries - 1);
    }
  }

  private static void end(CassandraNode node, Path folder) {
    node.kill();
    NodeFolder.delete(folder);
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("messina-cassandra-");
    } catch (IOException e) {
      throw new CassandraException("No temporary folder could be made for a node", e);
    }
  }
}
