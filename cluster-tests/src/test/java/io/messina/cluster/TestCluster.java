package io.messina.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cassandra.CassandraForTests;
import io.messina.cassandra.FreePorts;
import io.messina.server.database.ServerTables;
import io.messina.store.cql.KeyspaceSetup;
import io.messina.store.cql.session.CqlUrl;
import io.messina.stream.json.ApiJson;
import io.messina.testkit.SystemWaiting;
import io.messina.testkit.TcpProxy;
import io.messina.testkit.TcpProxy.Direction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Servers on one keyspace of a real database, each in a process. The others reach each by a proxy;
 * clients reach it directly, and know by looking at it which are ready, as a balancer does.
 */
final class TestCluster implements AutoCloseable {

  private static final List<String> LOOPBACK = List.of("127.0.0.1");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** The looks after which shards count as settled, a quarter of a second apart. */
  private static final int STILL_LOOKS = 6;

  private final List<Place> places = new ArrayList<>();

  /** A server, or the place of one that has ended. */
  private static final class Place {
    private final Path folder;
    private final List<String> options;
    private final Map<String, String> environment;
    private final String url;
    private final TcpProxy proxy;
    private final Readiness readiness;
    private MessinaProcess process;
    private Optional<NewerBuild> newer = Optional.empty();

    Place(Path folder, Map<String, String> environment, List<String> more) throws IOException {
      this.folder = Files.createDirectories(folder);
      this.environment = environment;
      int port = FreePorts.next(LOOPBACK);
      int peers = FreePorts.next(LOOPBACK);
      this.url = "http://127.0.0.1:" + port;
      this.proxy = TcpProxy.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), peers));
      this.options =
          new ArrayList<>(
              List.of(
                  "serve",
                  "--port=" + port,
                  "--peers=127.0.0.1:" + peers,
                  "--advertise=" + address()));
      options.addAll(more);
      this.process = start();
      this.readiness = Readiness.of(url);
    }

    MessinaProcess start() throws IOException {
      return MessinaProcess.start(newer, folder, environment, options);
    }

    String address() {
      return "127.0.0.1:" + proxy.address().getPort();
    }
  }

  /**
   * Starts servers; returns once all are ready.
   *
   * @param folder for all that they write; each runs in {@code server-N} of it
   * @param environment more variables of each
   * @param options of each, of which {@code --store} is one
   */
  static TestCluster start(
      Path folder, int servers, Map<String, String> environment, List<String> options)
      throws IOException {
    TestCluster cluster = new TestCluster();
    try {
      for (int i = 0; i < servers; i++) {
        cluster.places.add(new Place(folder.resolve("server-" + i), environment, options));
      }
      cluster.places.forEach(place -> place.process.awaitReady());
      return cluster;
    } catch (IOException | RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  /** The option of a new keyspace on the database of the build. */
  static String newStore(String keyspace) {
    CassandraForTests database = CassandraForTests.shared();
    return newStore(
        List.of(database.contactPoint()),
        database.datacenter(),
        CassandraForTests.keyspace(keyspace));
  }

  /** The option of a keyspace, which is made with all tables, and is whole on each node. */
  static String newStore(List<InetSocketAddress> nodes, String datacenter, String keyspace) {
    String url =
        "cql://%s/%s?dc=%s&replication=%d"
            .formatted(
                nodes.stream()
                    .map(node -> node.getHostString() + ":" + node.getPort())
                    .collect(Collectors.joining(",")),
                keyspace,
                datacenter,
                nodes.size());
    var _ = KeyspaceSetup.apply(CqlUrl.parse(url).withRequestTimeout(PATIENCE), ServerTables.ALL);
    return "--store=" + url;
  }

  int size() {
    return places.size();
  }

  MessinaProcess server(int number) {
    return places.get(number).process;
  }

  private TcpProxy proxy(int number) {
    return places.get(number).proxy;
  }

  /**
   * Loses what one server sends to another one from now on, as a network that is cut in this
   * direction: its requests do not arrive there, nor do its answers.
   */
  void cut(int from, int to) {
    proxy(to).stall(Direction.THERE, beginning -> beginning.contains(address(from)));
    proxy(from).stall(Direction.BACK, beginning -> beginning.contains(address(to)));
  }

  /** The same in both directions. */
  void cutBoth(int one, int other) {
    for (Direction direction : Direction.values()) {
      proxy(one).stall(direction, beginning -> beginning.contains(address(other)));
      proxy(other).stall(direction, beginning -> beginning.contains(address(one)));
    }
  }

  /** Resets all connections of others to a server. */
  void breakConnections(int number) {
    proxy(number).cut();
  }

  /** Ends all cuts; what was sent meanwhile arrives. */
  void heal() {
    places.forEach(place -> place.proxy.heal());
  }

  /** The name of a server among the others. */
  String address(int number) {
    return places.get(number).address();
  }

  String url(int number) {
    return places.get(number).url;
  }

  /** Starts a server again that has ended; returns before it is ready. */
  void startAgain(int number) throws IOException {
    Place place = places.get(number);
    place.process = place.start();
  }

  /**
   * Stops a server, and starts it again in another version.
   *
   * @param newer empty for this version
   */
  void change(int number, Optional<NewerBuild> newer) throws IOException, InterruptedException {
    assertThat(server(number).terminate()).as(server(number)::err).isZero();
    places.get(number).newer = newer;
    startAgain(number);
    awaitReady(number);
  }

  /** Whether a server was ready a moment ago. */
  boolean isReady(int number) {
    return places.get(number).readiness.isReady();
  }

  void awaitReady(int number) {
    MessinaProcess server = server(number);
    server.awaitReady();
    server.awaitThat(() -> isReady(number));
  }

  /** The owners of the shards of a stream, and how often each shard has changed its owner. */
  record Owners(List<String> addresses, long epochs) {

    /** Whether each of so many servers owns some, and all shards have owners. */
    boolean areShared(int servers) {
      return !addresses.contains("") && addresses.stream().distinct().count() == servers;
    }
  }

  Owners owners(String stream) {
    return owners(anyReady(), stream);
  }

  private Owners owners(int server, String stream) {
    List<String> addresses = new ArrayList<>();
    long epochs = 0;
    Caller.Answer answer = Caller.ask(url(server), "GET", "/v1/cluster", "");
    for (JsonNode shard : ApiJson.MAPPER.readTree(answer.good()).get("shards")) {
      if (shard.get("stream").stringValue().equals(stream)) {
        addresses.add(shard.path("owner").stringValue(""));
        epochs += shard.get("epoch").longValue();
      }
    }
    return new Owners(addresses, epochs);
  }

  private int anyReady() {
    for (int i = 0; i < size(); i++) {
      if (isReady(i)) {
        return i;
      }
    }
    throw new AssertionError("no server is ready: " + this);
  }

  /** Waits until each server owns some of the shards of a stream, and they move no more. */
  void awaitShared(String stream) throws InterruptedException {
    Owners before = new Owners(List.of(), 0);
    int still = 0;
    long untilNanos = System.nanoTime() + PATIENCE.toNanos();
    while (still < STILL_LOOKS) {
      Owners now = owners(stream);
      still = now.equals(before) && now.areShared(size()) ? still + 1 : 0;
      before = now;
      if (System.nanoTime() > untilNanos) {
        throw new AssertionError("not shared by all: " + now + "\n" + this);
      }
      TimeUnit.MILLISECONDS.sleep(250);
    }
  }

  /** Waits until the owners of the shards of a stream are some servers only. */
  void awaitOwners(String stream, List<Integer> servers) {
    List<String> addresses = servers.stream().map(this::address).toList();
    SystemWaiting.until(
        PATIENCE,
        () -> addresses.containsAll(owners(stream).addresses()),
        () -> "others own shards: " + owners(stream));
  }

  /** What the servers said, for failures. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size(); i++) {
      text.append("server %d, %s, %s, ready: %s\n".formatted(i, url(i), address(i), isReady(i)));
      text.append(server(i).err()).append('\n');
    }
    return text.toString();
  }

  @Override
  public void close() {
    places.forEach(
        place -> {
          place.readiness.close();
          place.process.close();
          place.proxy.close();
        });
  }
}
