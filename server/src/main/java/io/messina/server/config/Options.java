package io.messina.server.config;

import io.messina.store.rocksdb.Durability;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** All options of a server. */
public final class Options {

  /** The value of {@link #STORE} that means the folder {@link #DATA}. */
  public static final String EMBEDDED = OptionType.EMBEDDED;

  /** The address to listen at. */
  public static final Option<String> HOST =
      option(
          "host",
          OptionType.host(),
          "127.0.0.1",
          "The address to listen at; another one than 127.0.0.1, ::1 and localhost needs"
              + " auth=tokens with tls-certificate and tls-key, or unsafe-open=yes.");

  /** The TCP port to listen at. */
  public static final Option<Integer> PORT =
      option(
          "port",
          OptionType.wholeNumber(0, 65_535),
          8420,
          "The TCP port to listen at; 0 takes a free one.");

  /** Whether requests need a token. */
  public static final Option<Auth> AUTH =
      option(
          "auth",
          OptionType.choice(Auth.class, "off or tokens"),
          Auth.OFF,
          "Whether requests need a token: off, or tokens.");

  /** A file with a token that may do all. */
  public static final Option<Path> ADMIN_TOKEN_FILE =
      optional(
          "admin-token-file",
          OptionType.secretFile(),
          "A file whose first line is a token, of at least 20 visible characters of ASCII, that may"
              + " do all, as for creating the first tokens; a missing file is made, for its owner"
              + " alone to read.");

  /** The certificates that clients trust the server by. */
  public static final Option<Path> TLS_CERTIFICATE =
      optional(
          "tls-certificate",
          OptionType.path(),
          "A PEM file with the certificate of the server and those between it and its CA. Enables"
              + " TLS; read again when it changes.");

  /** The key of {@link #TLS_CERTIFICATE}. */
  public static final Option<Path> TLS_KEY =
      optional(
          "tls-key",
          OptionType.secretFile(),
          "A PEM file with the key of the first certificate in tls-certificate: of RSA or EC, as"
              + " PKCS#8, or PKCS#1 of RSA, without a password.");

  /** Whether the risk of an open server is known. */
  public static final Option<Consent> UNSAFE_OPEN =
      option(
          "unsafe-open",
          OptionType.choice(Consent.class, "no or yes"),
          Consent.NO,
          "Yes lets the server listen at any address without tokens or without TLS: whoever reaches"
              + " it may then read, change and delete all, or read along.");

  /** The folder of the embedded store. */
  public static final Option<Path> DATA =
      option(
          "data",
          OptionType.path(),
          Path.of("messina-data"),
          "The folder of the embedded store, created if missing.");

  /** Which store: {@link #EMBEDDED}, or the URL of a keyspace. */
  public static final Option<String> STORE =
      option("store", OptionType.store(), EMBEDDED, "The store that holds all data.");

  /** The role to log in with at the database. */
  public static final Option<String> STORE_USER =
      optional(
          "store-user",
          OptionType.text("the name of a role"),
          "The role to log in with at the database.");

  /** The password of {@link #STORE_USER}. */
  public static final Option<String> STORE_PASSWORD =
      optional("store-password", OptionType.secret(), "The password of store-user.");

  /** A file with the password of {@link #STORE_USER}. */
  public static final Option<Path> STORE_PASSWORD_FILE =
      optional(
          "store-password-file",
          OptionType.secretFile(),
          "A file whose first line is the password of store-user.");

  /** The certificates that the database is trusted by. */
  public static final Option<Path> STORE_TRUST =
      optional(
          "store-trust",
          OptionType.path(),
          "A truststore (PKCS12 or JKS) with the CA certificates of the database. Enables TLS."
              + " Without it TLS uses Java's default truststore.");

  /** The password of {@link #STORE_TRUST}. */
  public static final Option<String> STORE_TRUST_PASSWORD =
      optional("store-trust-password", OptionType.secret(), "The password of store-trust.");

  /** The certificate that the server shows to the database. */
  public static final Option<Path> STORE_KEY =
      optional(
          "store-key",
          OptionType.secretFile(),
          "A keystore (PKCS12 or JKS) with the certificate to show to the database. Enables TLS.");

  /** The password of {@link #STORE_KEY}. */
  public static final Option<String> STORE_KEY_PASSWORD =
      optional("store-key-password", OptionType.secret(), "The password of store-key.");

  /** Whether a certificate must name the host. */
  public static final Option<HostNames> STORE_HOST_NAMES =
      option(
          "store-host-names",
          OptionType.choice(HostNames.class, "checked or ignored"),
          HostNames.CHECKED,
          "Whether, with TLS, the certificate of a node must name the host that was connected to.");

  /** Where the server listens for the other servers of its keyspace. */
  public static final Option<InetSocketAddress> PEERS =
      optional(
          "peers",
          OptionType.socketAddress(),
          "The address and port to listen at for the other servers of the keyspace; by default this"
              + " machine alone reaches it, at 127.0.0.1 and the port after port. Another address"
              + " than loopback needs cluster-secret-file.");

  /** Where the other servers of the keyspace reach this one. */
  public static final Option<String> ADVERTISE =
      optional(
          "advertise",
          OptionType.hostAndPort(),
          "Where the other servers of the keyspace reach this one, as in host:port; the value of"
              + " peers if it is not given. No two servers have the same, and a server that starts"
              + " again keeps its own.");

  /** A file with the secret of the cluster. */
  public static final Option<Path> CLUSTER_SECRET_FILE =
      optional(
          "cluster-secret-file",
          OptionType.secretFile(),
          "A file whose first line is a secret of at least 16 characters, the same for all servers"
              + " of the keyspace, by which they know each other.");

  /** What the server does for its cluster. */
  public static final Option<Roles> ROLES =
      option(
          "roles",
          OptionType.roles(),
          Roles.ALL,
          "What the server does in its cluster: gateway answers requests of clients, owner owns a"
              + " part of the shards.");

  /** When the embedded store calls a write durable. */
  public static final Option<Durability> DURABILITY =
      option(
          "durability",
          OptionType.choice(Durability.class, "sync or os"),
          Durability.SYNC,
          "When the embedded store calls a write durable: once it is on the disk, or once the"
              + " operating system has it.");

  /** The largest body of a request, as it is sent. */
  public static final Option<Long> BODY_MAX =
      option(
          "body-max",
          OptionType.size(1 << 10, 1 << 28),
          8L << 20,
          "How large the body of a request may be, before decompression, at most bodies-max.");

  /** The largest body of a request, decompressed. */
  public static final Option<Long> DECOMPRESSED_MAX =
      optional(
          "decompressed-max",
          OptionType.size(1 << 10, 1 << 30),
          "How large the body of a request may be once it is decompressed, at most bodies-max; a"
              + " quarter of that, and at most 64MiB, if it is not given.");

  /** The memory for the bodies of all requests. */
  public static final Option<Long> BODIES_MAX =
      optional(
          "bodies-max",
          OptionType.size(1 << 20, 1L << 34),
          "How much memory the bodies of all requests at once may take; beyond it requests are"
              + " answered 429. An eighth of the heap, and at most 256MiB, if it is not given.");

  /** How many connections there may be. */
  public static final Option<Integer> CONNECTIONS_MAX =
      optional(
          "connections-max",
          OptionType.wholeNumber(1, 1_000_000),
          "How many connections of clients may be open at once; further ones wait until others end."
              + " As many as the process may have files open (ulimit -n), less 1500 and at least"
              + " half of them, if it is not given.");

  /** The memory for the caches of all shards and groups. */
  public static final Option<Long> MEMORY_MAX =
      optional(
          "memory-max",
          OptionType.size(1 << 20, 1L << 40),
          "How much memory the caches of all shards and groups may take, at most half of the heap;"
              + " a quarter of the heap if it is not given.");

  /** The folder of the local state of aggregates. */
  public static final Option<Path> STATE =
      optional(
          "state",
          OptionType.path(),
          "The folder of the local state of aggregates, on a disk of this machine; by default"
              + " aggregates within the folder data, or, if the store is a database, one in"
              + " messina-state that is named by the address of the server.");

  /** Where snapshots of the local state are kept. */
  public static final Option<String> SNAPSHOTS =
      optional(
          "snapshots",
          OptionType.snapshots(),
          "Where snapshots of the state of aggregates are, a folder or a bucket, so that a shard"
              + " that moves need not be read again; in a cluster one that all servers reach.");

  /** From one snapshot to the next. */
  public static final Option<Duration> SNAPSHOT_EVERY =
      option(
          "snapshot-every",
          OptionType.duration(Duration.ofSeconds(1), Duration.ofDays(1)),
          Duration.ofMinutes(1),
          "How often a shard of an aggregate that has changed is kept in a snapshot.");

  /** A jar with aggregators of the user. */
  public static final Option<Path> AGGREGATORS =
      optional(
          "aggregators",
          OptionType.path(),
          "A jar with aggregators of your own, for aggregates of the kind custom.");

  /** The number of shards of the streams of messages. */
  public static final Option<Integer> MESSAGES_SHARDS =
      option(
          "messages-shards",
          OptionType.shards(),
          16,
          "How many shards each stream of messages gets when it is created: those of the channels,"
              + " of the connectors, and of what happened.");

  /** Where this server is reached from outside. */
  public static final Option<URI> PUBLIC_URL =
      optional(
          "public-url",
          OptionType.url(),
          "Where recipients of messages and providers reach this server, for links to unsubscribe"
              + " by and for signatures of receipts that cover the URL; without it mails have"
              + " no links.");

  /** The folder of files with secrets. */
  public static final Option<Path> SECRETS =
      optional(
          "secrets",
          OptionType.path(),
          "The folder within which files with secrets must be that connectors and sinks refer to as"
              + " file:PATH. If it is not given, none with auth=tokens, and else any file of this"
              + " machine; never one of the server's own.");

  /** The variables with secrets. */
  public static final Option<VariableNames> SECRETS_ENV =
      optional(
          "secrets-env",
          OptionType.variableNames(),
          "The variables of the environment that connectors and sinks may refer to as env:NAME. If"
              + " it is not given, none with auth=tokens, and else any; never MESSINA_*.");

  /** The time that stopping may take. */
  public static final Option<Duration> DRAIN_MAX =
      option(
          "drain-max",
          OptionType.duration(Duration.ZERO, Duration.ofMinutes(10)),
          Duration.ofSeconds(10),
          "How long stopping may take: requests that run may go on for three quarters of it, the"
              + " rest is for handing shards over.");

  /** How long a server of a cluster that stops serves on. */
  public static final Option<Duration> DRAIN_DELAY =
      option(
          "drain-delay",
          OptionType.duration(Duration.ZERO, Duration.ofMinutes(10)),
          Duration.ofSeconds(5),
          "How long a server that is told to stop says that it is not ready, but serves on, so that"
              + " balancers send requests elsewhere; not if it is the only one of its keyspace.");

  /** The form of the log on standard error. */
  public static final Option<LogFormat> LOG_FORMAT =
      option(
          "log-format",
          OptionType.choice(LogFormat.class, "text or json"),
          LogFormat.TEXT,
          "The form of the log on standard error, and of the lines of access-log.");

  /** The value of {@link #ACCESS_LOG} that means standard output. */
  public static final String STANDARD_OUTPUT = "-";

  /** The file with a line for each request. */
  public static final Option<String> ACCESS_LOG =
      optional(
          "access-log",
          OptionType.text("a path, or - for standard output"),
          "A file to which a line is added for each request: when, from where, method, path without"
              + " its query, status, operation, and how long it took.");

  /** The number of lines of metrics of groups and streams. */
  public static final Option<MetricsPer> METRICS_PER =
      option(
          "metrics-per",
          OptionType.choice(MetricsPer.class, "group or shard"),
          MetricsPer.GROUP,
          "Whether /metrics has a line for each group, and for the flushes of each stream, or for"
              + " each of their shards, which are many lines.");

  /** The file that tells other programs where the server is, once it is ready. */
  public static final Option<Path> READY_FILE =
      optional(
          "ready-file",
          OptionType.path(),
          "A file that gets the base URL once the server is ready, and is deleted on shutdown.");

  /** All options, in the order in which they are shown. */
  public static final List<Option<?>> ALL =
      List.of(
          HOST,
          PORT,
          AUTH,
          ADMIN_TOKEN_FILE,
          TLS_CERTIFICATE,
          TLS_KEY,
          UNSAFE_OPEN,
          STORE,
          STORE_USER,
          STORE_PASSWORD,
          STORE_PASSWORD_FILE,
          STORE_TRUST,
          STORE_TRUST_PASSWORD,
          STORE_KEY,
          STORE_KEY_PASSWORD,
          STORE_HOST_NAMES,
          PEERS,
          ADVERTISE,
          CLUSTER_SECRET_FILE,
          ROLES,
          DATA,
          DURABILITY,
          BODY_MAX,
          DECOMPRESSED_MAX,
          BODIES_MAX,
          CONNECTIONS_MAX,
          MEMORY_MAX,
          STATE,
          SNAPSHOTS,
          SNAPSHOT_EVERY,
          AGGREGATORS,
          MESSAGES_SHARDS,
          PUBLIC_URL,
          SECRETS,
          SECRETS_ENV,
          DRAIN_DELAY,
          DRAIN_MAX,
          LOG_FORMAT,
          ACCESS_LOG,
          METRICS_PER,
          READY_FILE);

  private Options() {}

  private static <T> Option<T> optional(String name, OptionType<T> type, String sentence) {
    return new Option<>(name, type, Optional.empty(), sentence);
  }

  private static <T> Option<T> option(
      String name, OptionType<T> type, T standard, String sentence) {
    return new Option<>(name, type, Optional.of(standard), sentence);
  }
}
