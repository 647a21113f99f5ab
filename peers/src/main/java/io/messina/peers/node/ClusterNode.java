package io.messina.peers.node;

import io.messina.peers.PeerIdentity;
import io.messina.peers.PeerListener;
import io.messina.peers.PeerNetwork;
import io.messina.peers.PeerSettings;
import io.messina.peers.call.CallHandler;
import io.messina.peers.call.RemotePeers;
import io.messina.runtime.Context;
import io.messina.store.Incarnation;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.ownership.ClusterGuard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node of a cluster: a member of the keyspace that owns a part of its shards, is reached by the
 * other nodes, and reaches them. Safe for use by many threads.
 */
public final class ClusterNode implements AutoCloseable {

  /** The only cluster of a keyspace. */
  private static final String CLUSTER = "messina";

  private static final Logger LOG = LoggerFactory.getLogger(ClusterNode.class);

  private final String address;
  private final Streams streams;
  private final PeerNetwork network;
  private final PeerListener listener;
  private final MemberContacts contacts;

  private ClusterNode(
      String address,
      Streams streams,
      PeerNetwork network,
      PeerListener listener,
      MemberContacts contacts) {
    this.address = address;
    this.contacts = contacts;
    this.streams = streams;
    this.network = network;
    this.listener = listener;
  }

  /**
   * Starts a node on the threads and the clock of this machine.
   *
   * @param store the keyspace; it outlives the node, which does not close it
   * @param settings of the node
   * @throws StoreException as {@link #start(Context, ClusterNodeSettings)}
   * @throws IOException likewise
   * @throws InterruptedException likewise
   */
  public static ClusterNode start(Store store, ClusterNodeSettings settings)
      throws IOException, InterruptedException {
    return start(Context.ofMachine(store, "messina-"), settings);
  }

  /**
   * Starts a node. Returns once it knows the other nodes: at once if there are none, otherwise
   * after some beats; it takes its shards from then on.
   *
   * @param context with the store of the keyspace; it outlives the node, which does not close it
   * @param settings of the node
   * @throws StoreException if the keyspace is used from another data centre, by a server that knows
   *     no others, or by another node with the same address, or if the store fails
   * @throws IOException if it cannot listen: the address is taken, or not one of this machine
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public static ClusterNode start(Context context, ClusterNodeSettings settings)
      throws IOException, InterruptedException {
    ServerSocket socket = listening(settings);
    try {
      context.store().create(ClusterGuard.CLUSTERS);
      String cluster =
          new ClusterGuard(context, CLUSTER, settings.datacenter(), settings.ownership().lease())
              .pass(settings.process());
      String address =
          settings.advertise().orElseGet(() -> address(socket.getInetAddress(), socket));
      PeerIdentity identity =
          new PeerIdentity(cluster, address, Incarnation.next(context.random()));
      return start(context, settings, identity, socket);
    } catch (RuntimeException | Error | InterruptedException e) {
      close(socket);
      throw e;
    }
  }

  private static ClusterNode start(
      Context context, ClusterNodeSettings settings, PeerIdentity identity, ServerSocket socket)
      throws InterruptedException {
    PeerSettings peers =
        new PeerSettings(
            identity,
            settings.secret(),
            settings.tls(),
            PeerSettings.PING_EVERY,
            context.time(),
            context.random(),
            context.threads());
    PeerNetwork network = new PeerNetwork(peers);
    MemberContacts contacts =
        new MemberContacts(context, network, settings.ownership().lease().multipliedBy(2));
    Streams streams =
        Streams.start(
            new NodeSite(
                context,
                new RemotePeers(network, contacts::isReached),
                CLUSTER,
                identity.address(),
                settings.ownership(),
                settings.limits()));
    try {
      CallHandler handler = new CallHandler(streams.service());
      PeerListener listener =
          new PeerListener(peers, socket, (_, request, _) -> handler.answer(request));
      streams.awaitMember();
      contacts.start(streams, listener);
      LOG.info("This server is {} of cluster {}.", identity.address(), identity.cluster());
      return new ClusterNode(identity.address(), streams, network, listener, contacts);
    } catch (RuntimeException | Error | InterruptedException e) {
      streams.close();
      network.close();
      throw e;
    }
  }

  /**
   * Asks a keyspace anything.
   *
   * @throws StoreException if it does not answer
   */
  public static void ask(Store store) {
    var _ = store.look(ClusterGuard.partition(CLUSTER));
  }

  /** Where the others reach it. */
  public String address() {
    return address;
  }

  /** The streams of the cluster. They may be closed before the node. */
  public Streams streams() {
    return streams;
  }

  /** Hands all shards over, leaves the cluster, and ends all connections. A repeat is allowed. */
  @Override
  public void close() {
    contacts.close();
    streams.close();
    network.close();
    try {
      listener.close();
    } catch (IOException e) {
      LOG.debug("{}: is not closed properly", address, e);
    }
  }

  private static ServerSocket listening(ClusterNodeSettings settings) throws IOException {
    return PeerListener.bound(
        settings.listen(),
        settings.secret().isPresent() || settings.tls().isPresent(),
        settings.tls());
  }

  private static String address(InetAddress at, ServerSocket socket) {
    String host = at.getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + socket.getLocalPort();
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("{}: is not closed properly", socket, e);
    }
  }
}
