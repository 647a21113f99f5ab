package io.messina.examples;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.peers.node.ClusterNode;
import io.messina.peers.node.ClusterNodeSettings;
import io.messina.store.Bytes;
import io.messina.store.cql.CqlStore;
import io.messina.store.cql.KeyspaceSetup;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlUrl;
import io.messina.stream.ClaimHandler;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.Event;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;

/**
 * A service that is itself a node of a cluster: it owns a part of the shards, and takes orders and
 * ships them together with its other instances, without any server of Messina.
 */
public final class EmbeddedNode implements AutoCloseable {

  private static final StreamName ORDERS = new StreamName("orders");
  private static final GroupName SHIPPING = new GroupName("shipping");

  private final CqlStore store;
  private final ClusterNode node;
  private final Stream orders;
  private final Group shipping;

  private EmbeddedNode(CqlStore store, ClusterNode node) {
    this.store = store;
    this.node = node;
    Streams streams = node.streams();
    this.orders = streams.create(ORDERS, StreamOptions.DEFAULT).value();
    orders.createGroup(SHIPPING, Start.earliest(), GroupOptions.DEFAULT);
    this.shipping = orders.group(SHIPPING);
  }

  /**
   * Runs an instance: each line of standard input is an order, KEY and text; its end ends it.
   *
   * @param arguments the keyspace, as in {@code
   *     cql://127.0.0.1:9042/shop?dc=datacenter1&replication=1}
   * @throws IOException if standard input cannot be read, or no port is free
   * @throws InterruptedException if it is told to stop
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    CqlOptions keyspace = CqlUrl.parse(arguments[0]);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (EmbeddedNode service = start(keyspace);
        var _ =
            service.ship(
                shipped -> System.out.println("shipped " + text(shipped.stored().event())))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] order = line.split(" ", 2);
        service.order(order[0], line);
      }
    }
  }

  /** Makes the keyspace if it is missing, and joins the other instances. */
  static EmbeddedNode start(CqlOptions keyspace) throws IOException, InterruptedException {
    var _ = KeyspaceSetup.apply(keyspace, List.of());
    CqlStore store = CqlStore.open(keyspace, InstantSource.system());
    try {
      ClusterNodeSettings settings = ClusterNodeSettings.onThisMachine(keyspace.datacenter());
      return new EmbeddedNode(store, ClusterNode.start(store, settings));
    } catch (IOException | InterruptedException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** Returns once the order is durable, whichever instance owns its shard. */
  void order(String customer, String text) {
    var _ =
        orders.append(List.of(Event.builder(Bytes.utf8(text)).key(Bytes.utf8(customer)).build()));
  }

  /** Handles the orders of the shards that this instance owns, whichever instance took them. */
  Consumer ship(ClaimHandler handler) {
    return shipping.claim(handler, ConsumerOptions.DEFAULT);
  }

  /** The streams, for all else that a node can do. */
  Streams streams() {
    return node.streams();
  }

  static String text(Event event) {
    return event.payload().toUtf8();
  }

  /** Hands its shards over to the other instances. */
  @Override
  public void close() {
    node.close();
    store.close();
  }
}
