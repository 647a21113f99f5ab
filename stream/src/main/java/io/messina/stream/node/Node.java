package io.messina.stream.node;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.runtime.ParallelCalls;
import io.messina.stream.StreamException;
import io.messina.stream.StreamException.NotFound.Kind;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.catalog.CatalogView;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.consume.ConsumerSite;
import io.messina.stream.consume.OpenConsumers;
import io.messina.stream.consume.OwnShards;
import io.messina.stream.ownership.KnownShards;
import java.time.Duration;
import java.util.Locale;

/** What the streams and groups of a node share: the ways to shards, and what is known of them. */
final class Node implements AutoCloseable {

  /** How much longer than a lease a request waits for an owner: taking over takes a moment. */
  private static final Duration TAKE_OVER = Duration.ofSeconds(1);

  final Catalog catalog;
  final Appends appends;
  final Claims claims;
  final ReceiptRouting receiptRouting;
  final OutputAcks outputAcks;
  final ShardCalls calls;
  final ParallelCalls parallel;
  final DeadLetters deadLetters;
  final OpenConsumers consumers;
  private final Router router;
  private volatile boolean closed;

  Node(NodeSite site, Catalog catalog, KnownShards shards, OwnShards own) {
    Patience patience =
        new Patience(
            site.time(),
            site.random(),
            new HeldBytes(site.limits().waitingBytesMax()),
            site.ownership().lease().plus(TAKE_OVER));
    this.catalog = catalog;
    this.router = new Router(own, site, shards);
    this.parallel = new ParallelCalls(site.threads(), site.limits().shardsAtOnce());
    this.calls = new ShardCalls(router, patience);
    this.appends = new Appends(router, patience, site.threads());
    this.claims = new Claims(router, patience, parallel);
    this.receiptRouting = new ReceiptRouting(calls, parallel);
    this.outputAcks =
        new OutputAcks(
            receiptRouting, new Outputs(appends, this::stream), calls, parallel, this::stream);
    this.deadLetters = new DeadLetters(calls, site.time());
    this.consumers = new OpenConsumers(new ConsumerSite(own, outputAcks, site.context()));
  }

  /** The stream of a name, also one that was created elsewhere a moment ago. */
  StreamDefinition stream(StreamName name) {
    checkOpen();
    return freshView().stream(name)
        .or(() -> catalog.refresh().stream(name))
        .orElseThrow(() -> missing(Kind.STREAM, name.value(), name.value()));
  }

  /** A creation of a stream, if it is still there. */
  StreamDefinition stream(StreamId id) {
    checkOpen();
    return catalog.view().stream(id).orElseThrow(() -> notFound(Kind.STREAM, id.name()));
  }

  /** The group of a name, also one that was created elsewhere a moment ago. */
  GroupDefinition group(StreamId stream, GroupName name) {
    checkOpen();
    return freshView()
        .group(stream, name)
        .or(() -> catalog.refresh().group(stream, name))
        .orElseThrow(() -> missing(Kind.GROUP, stream + "/" + name, stream.name() + "/" + name));
  }

  /** A creation of a group, if it is still there. */
  GroupDefinition group(GroupDefinition created) {
    checkOpen();
    return catalog
        .view()
        .group(created.stream(), created.id().name())
        .filter(group -> group.id().equals(created.id()))
        .orElseThrow(
            () -> notFound(Kind.GROUP, created.stream().name() + "/" + created.id().name()));
  }

  /** What this version cannot read is there all the same. */
  private StreamException missing(Kind kind, String key, String name) {
    String unreadable = catalog.view().unreadable().get(key);
    return unreadable == null ? notFound(kind, name) : new StreamException.Unavailable(unreadable);
  }

  void checkOpen() {
    if (closed) {
      throw new StreamException.Unavailable("node: closed (expected: running)");
    }
  }

  /**
   * What names stand for now; a node that has not looked for a while may know deleted creations.
   */
  private CatalogView freshView() {
    return catalog.freshView();
  }

  /** Ends the consumers, and refuses what is asked from now on. */
  @Override
  public void close() {
    consumers.close();
    closed = true;
    router.close();
  }

  private static StreamException notFound(Kind kind, Object which) {
    String what = kind.name().toLowerCase(Locale.ROOT);
    return new StreamException.NotFound(
        kind, what + ": " + which + " (expected: one that was created)");
  }
}
