package io.messina.stream.node;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.NotFound.Kind;
import io.messina.store.Store;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.group.ConsumerSite;
import io.messina.stream.group.OpenConsumers;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.ownership.KnownShards;
import java.time.Duration;
import java.util.Locale;

/** What the streams and groups of a node share: routing to shards and the catalog. */
final class StreamNode implements AutoCloseable {

  /** How much longer than a lease a request waits for an owner: a take-over takes a moment. */
  private static final Duration TAKE_OVER = Duration.ofSeconds(1);

  final Store store;
  final Catalog catalog;
  final Appends appends;
  final Claims claims;
  final ReceiptRouting receiptRouting;
  final OutputAcks outputAcks;
  final ShardCalls calls;
  final ParallelCalls parallel;
  final OwnerQuestions questions;
  final GroupDeadLetters deadLetters;
  final OpenConsumers consumers;
  final OwnShards own;
  private final Router router;
  private final RequestBuffer buffer;
  private volatile boolean closed;

  StreamNode(
      NodeSite site,
      Catalog catalog,
      KnownShards shards,
      OwnShards own,
      KnownMembers members,
      KnownOwners others) {
    this.own = own;
    this.catalog = catalog;
    this.store = site.context().store();
    this.router = new Router(own, site, shards, members, others);
    this.buffer =
        new RequestBuffer(
            router,
            own,
            site.context().time(),
            site.context().random(),
            new HeldBytes(site.limits().waitingBytesMax()),
            site.ownership().lease().plus(TAKE_OVER));
    this.parallel = new ParallelCalls(site.context().threads(), site.limits().shardsAtOnce());
    this.questions = new OwnerQuestions(router, parallel);
    this.calls = new ShardCalls(router, buffer);
    this.appends = new Appends(router, buffer, site.context().random(), site.context().threads());
    this.claims = new Claims(router, site.context(), parallel);
    this.receiptRouting = new ReceiptRouting(calls, parallel);
    this.outputAcks =
        new OutputAcks(
            receiptRouting, new Outputs(appends, this::stream), calls, parallel, this::stream);
    this.deadLetters = new GroupDeadLetters(calls, site.context().time());
    this.consumers = new OpenConsumers(new ConsumerSite(own, outputAcks, site.context()));
  }

  /** Finds a stream by name, even if another node created it a moment ago. */
  CatalogStream stream(StreamName name) {
    checkOpen();
    return catalog.freshView().stream(name)
        .or(() -> catalog.refresh().stream(name))
        .orElseThrow(() -> missing(Kind.STREAM, name.value(), name.value()));
  }

  /** A creation of a stream, if it still exists. */
  CatalogStream stream(StreamId id) {
    checkOpen();
    return catalog.view().stream(id).orElseThrow(() -> notFound(Kind.STREAM, id.name()));
  }

  /** Finds a group by name, even if another node created it a moment ago. */
  CatalogGroup group(StreamId stream, GroupName name) {
    checkOpen();
    return catalog
        .freshView()
        .group(stream, name)
        .or(() -> catalog.refresh().group(stream, name))
        .orElseThrow(() -> missing(Kind.GROUP, stream + "/" + name, stream.name() + "/" + name));
  }

  /** A creation of a group, if it still exists. */
  CatalogGroup group(CatalogGroup created) {
    checkOpen();
    return catalog
        .view()
        .group(created.stream(), created.id().name())
        .filter(group -> group.id().equals(created.id()))
        .orElseThrow(
            () -> notFound(Kind.GROUP, created.stream().name() + "/" + created.id().name()));
  }

  /** A definition that this version cannot read is not missing. */
  private RequestException missing(Kind kind, String key, String name) {
    String unreadable = catalog.view().unreadable().get(key);
    return unreadable == null ? notFound(kind, name) : new RequestException.Unavailable(unreadable);
  }

  void checkOpen() {
    if (closed) {
      throw new RequestException.Unavailable("node: closed (expected: running)");
    }
  }

  /** Ends the consumers, and refuses all later requests. */
  @Override
  public void close() {
    consumers.close();
    closed = true;
    buffer.close();
    router.close();
  }

  private static RequestException notFound(Kind kind, Object which) {
    String what = kind.name().toLowerCase(Locale.ROOT);
    return new RequestException.NotFound(
        kind, what + ": " + which + " (expected: one that was created)");
  }
}
