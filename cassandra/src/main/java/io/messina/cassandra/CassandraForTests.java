package io.messina.cassandra;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The database that tests run against: one node for all JVMs of a build, started when the first
 * asks and gone with the build, even where that is killed, or after ten minutes without use; or the
 * cluster that {@code MESSINA_TEST_CQL=host:port} names, with its data centre in {@code
 * MESSINA_TEST_CQL_DC} (default datacenter1).
 *
 * <p>It is in the folder that the system property {@code messina.cassandra.shared} names: {@code
 * target/cassandra-for-tests} of the root, or of the working directory if the property is not set.
 *
 * <p>It is shared: a test makes a {@link #keyspace}, and leaves the node running. A test that
 * pauses or kills starts a {@link CassandraNode} for itself.
 */
public final class CassandraForTests {

  private static final String CLUSTER = "MESSINA_TEST_CQL";
  private static final String DATACENTER = "MESSINA_TEST_CQL_DC";
  private static final String DATACENTER_DEFAULT = "datacenter1";
  private static final int PORT = 9042;

  private static final String FOLDER = "messina.cassandra.shared";
  private static final String FOLDER_DEFAULT = "target/cassandra-for-tests";

  /** Longer than modules without a database take between two that have one. */
  private static final Duration UNUSED_MAX = Duration.ofMinutes(10);

  private static final int KEYSPACE_CHARS_MAX = 48;

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
   * The one of this build. May be called from any thread; the first waits for the start, about 10
   * s.
   */
  public static synchronized CassandraForTests shared() {
    if (shared == null) {
      shared = named(System.getenv()).orElseGet(CassandraForTests::started);
    }
    return shared;
  }

  /** Returns the contact point for a driver. */
  public InetSocketAddress contactPoint() {
    return contactPoint;
  }

  /** The data centre that a driver is told. */
  public String datacenter() {
    return datacenter;
  }

  /**
   * The name of a keyspace that no other JVM uses.
   *
   * @param name the beginning of its name, up to 37 characters
   */
  public static String keyspace(String name) {
    String unique = name + "_" + ProcessHandle.current().pid();
    if (unique.length() > KEYSPACE_CHARS_MAX) {
      throw new IllegalArgumentException(unique + " (expected: 48 characters at most)");
    }
    return unique;
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
                    addressIn(cluster),
                    environment.getOrDefault(DATACENTER, DATACENTER_DEFAULT),
                    true));
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
    Path folder = Path.of(System.getProperty(FOLDER, FOLDER_DEFAULT));
    CassandraAddress address = new SharedNode(folder, UNUSED_MAX).address();
    return new CassandraForTests(address.contactPoint(), DATACENTER_DEFAULT, false);
  }
}
