package io.messina.store.cql.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of a keyspace of a cluster, and the options of its use. Immutable; made by {@link
 * #of} and changed by the methods that return a copy, or read from a URL by {@link CqlUrl}.
 *
 * <p>Consistency is not an option: writes and reads are LOCAL_QUORUM, conditional ones
 * LOCAL_SERIAL.
 *
 * @param contactPoints nodes to ask first, one or more; others are found through them. Names may be
 *     unresolved: they are looked up when a session is opened
 * @param keyspace the keyspace that holds all tables: a lower-case letter, then up to 47 of a-z,
 *     0-9 and _
 * @param datacenter the data centre to which all requests are sent, as the database spells it
 * @param replication the number of nodes of the data centre that hold each row, from 1 to 9; used
 *     to make the keyspace, and compared with an existing one
 * @param credentials a name and a password, if the database asks for them
 * @param tls how connections are encrypted; empty for plain ones
 * @param requestTimeout how long one request may take, with all that the driver tries again; from
 *     100 ms to 5 min
 * @param connectionsPerNode how many connections to keep open to each node of the data centre, from
 *     1 to 64; ScyllaDB has at least one for each core
 */
public record CqlOptions(
    List<InetSocketAddress> contactPoints,
    String keyspace,
    String datacenter,
    int replication,
    Optional<CqlCredentials> credentials,
    Optional<CqlTls> tls,
    Duration requestTimeout,
    int connectionsPerNode) {

  /** The replication unless another is given. */
  public static final int REPLICATION = 3;

  /** The time-out of requests unless another is given. */
  public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

  /** The connections to a node unless another number is given. */
  public static final int CONNECTIONS_PER_NODE = 4;

  /** The port of a contact point unless another is given. */
  public static final int PORT = 9042;

  static final String KEYSPACE_EXPECTED = "a lower-case letter, then up to 47 of a-z, 0-9 and _";

  private static final Pattern KEYSPACE = Pattern.compile("[a-z][a-z0-9_]{0,47}");
  private static final int REPLICATION_MAX = 9;
  private static final int CONNECTIONS_MAX = 64;
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(100);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(5);

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if one is outside its bounds
   */
  public CqlOptions {
    contactPoints = List.copyOf(contactPoints);
    check(!contactPoints.isEmpty(), "contact points", "none", "at least one");
    check(KEYSPACE.matcher(keyspace).matches(), "keyspace", keyspace, KEYSPACE_EXPECTED);
    check(!datacenter.isBlank(), "dc", "empty", "the name of the data centre");
    check(
        replication >= 1 && replication <= REPLICATION_MAX,
        "replication",
        replication,
        "from 1 to " + REPLICATION_MAX);
    check(
        requestTimeout.compareTo(TIMEOUT_MIN) >= 0 && requestTimeout.compareTo(TIMEOUT_MAX) <= 0,
        "timeout",
        requestTimeout,
        "from 100ms to 5m");
    check(
        connectionsPerNode >= 1 && connectionsPerNode <= CONNECTIONS_MAX,
        "connections",
        connectionsPerNode,
        "from 1 to " + CONNECTIONS_MAX);
  }

  /**
   * Options with all else as it is unless given.
   *
   * @param contactPoints see {@link #contactPoints}
   * @param keyspace see {@link #keyspace}
   * @param datacenter see {@link #datacenter}
   * @throws IllegalArgumentException if one is outside its bounds
   */
  public static CqlOptions of(
      List<InetSocketAddress> contactPoints, String keyspace, String datacenter) {
    return new CqlOptions(
        contactPoints,
        keyspace,
        datacenter,
        REPLICATION,
        Optional.empty(),
        Optional.empty(),
        REQUEST_TIMEOUT,
        CONNECTIONS_PER_NODE);
  }

  /**
   * The same with another keyspace.
   *
   * @param other see {@link #keyspace}
   * @return a copy
   * @throws IllegalArgumentException if it is not a name of a keyspace
   */
  public CqlOptions withKeyspace(String other) {
    return new CqlOptions(
        contactPoints,
        other,
        datacenter,
        replication,
        credentials,
        tls,
        requestTimeout,
        connectionsPerNode);
  }

  /**
   * The same with another replication.
   *
   * @param other see {@link #replication}
   * @return a copy
   * @throws IllegalArgumentException if it is outside its bounds
   */
  public CqlOptions withReplication(int other) {
    return new CqlOptions(
        contactPoints,
        keyspace,
        datacenter,
        other,
        credentials,
        tls,
        requestTimeout,
        connectionsPerNode);
  }

  /**
   * The same with credentials.
   *
   * @param other see {@link #credentials}
   * @return a copy
   */
  public CqlOptions withCredentials(CqlCredentials other) {
    return new CqlOptions(
        contactPoints,
        keyspace,
        datacenter,
        replication,
        Optional.of(other),
        tls,
        requestTimeout,
        connectionsPerNode);
  }

  /**
   * The same with encrypted connections.
   *
   * @param other see {@link #tls}
   * @return a copy
   */
  public CqlOptions withTls(CqlTls other) {
    return new CqlOptions(
        contactPoints,
        keyspace,
        datacenter,
        replication,
        credentials,
        Optional.of(other),
        requestTimeout,
        connectionsPerNode);
  }

  /**
   * The same with another time-out.
   *
   * @param other see {@link #requestTimeout}
   * @return a copy
   * @throws IllegalArgumentException if it is outside its bounds
   */
  public CqlOptions withRequestTimeout(Duration other) {
    return new CqlOptions(
        contactPoints,
        keyspace,
        datacenter,
        replication,
        credentials,
        tls,
        other,
        connectionsPerNode);
  }

  /**
   * The same with another number of connections.
   *
   * @param other see {@link #connectionsPerNode}
   * @return a copy
   * @throws IllegalArgumentException if it is outside its bounds
   */
  public CqlOptions withConnectionsPerNode(int other) {
    return new CqlOptions(
        contactPoints, keyspace, datacenter, replication, credentials, tls, requestTimeout, other);
  }

  /**
   * Returns the keyspace as it is written in statements.
   *
   * @return its name, in quotes where CQL reserves the word
   */
  public String quotedKeyspace() {
    return CqlIdentifier.fromInternal(keyspace).asCql(true);
  }

  private static void check(boolean allowed, String what, Object actual, String expected) {
    if (!allowed) {
      throw new IllegalArgumentException(what + ": " + actual + " (expected: " + expected + ")");
    }
  }
}
