package io.messina.server;

import io.messina.connectors.SendTracer;
import io.messina.connectors.configured.SystemSecrets;
import io.messina.enrichment.configured.Enrichments;
import io.messina.features.node.Features;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.usage.Usage;
import io.messina.runtime.Context;
import io.messina.server.aggregates.LocalAggregates;
import io.messina.server.config.Configuration;
import io.messina.server.database.Database;
import io.messina.server.messages.LocalMessaging;
import io.messina.sink.Sinks;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engines behind the API, each above the ones that it uses.
 *
 * @param streams of the node
 * @param features of the node
 * @param enrichments of the node
 * @param sinks of the node
 * @param aggregates of the node
 * @param messaging of the node
 * @param usage what is counted of its messages
 */
record Engines(
    Streams streams,
    Features features,
    Enrichments enrichments,
    Sinks sinks,
    LocalAggregates aggregates,
    Messaging messaging,
    Usage usage) {

  private static final Logger LOG = LoggerFactory.getLogger(Engines.class);

  /**
   * Begins them. If one cannot begin, those before it end.
   *
   * @param tracer of their attempts to send something to others
   */
  static Engines start(
      Configuration configuration, Database database, Store store, SendTracer tracer) {
    Deque<Runnable> ends = new ArrayDeque<>();
    try {
      SystemSecrets secrets = LocalSecrets.of(configuration, System.getenv());
      Streams streams = database.start(store);
      ends.push(streams::close);
      Features features = Features.start(store, streams);
      ends.push(features::close);
      Enrichments enrichments = Enrichments.start(store, streams);
      ends.push(enrichments::close);
      Sinks sinks =
          Sinks.start(Context.ofMachine(store, "messina-sink-"), streams, secrets, tracer);
      ends.push(sinks::close);
      LocalAggregates aggregates = LocalAggregates.start(configuration, store, streams);
      ends.push(aggregates::close);
      Messaging messaging = LocalMessaging.start(configuration, secrets, store, streams, tracer);
      ends.push(messaging::close);
      Usage usage = Usage.start(messaging, aggregates.settings());
      return new Engines(streams, features, enrichments, sinks, aggregates, messaging, usage);
    } catch (RuntimeException | Error e) {
      ends.forEach(Runnable::run);
      throw e;
    }
  }

  /**
   * Hands the shards over to other servers, while requests are still answered by way of them. Calls
   * to providers that are under way may take half of the time.
   */
  void handOver(Duration most) {
    endWork(most.dividedBy(2));
    streams.handOver();
  }

  /**
   * Ends them. Calls to providers that are under way may take half of the time; the outcome of
   * later calls is unknown, as after a crash.
   */
  void close(Duration most) {
    usage.close();
    endWork(most.dividedBy(2));
    messaging.close();
    aggregates.close();
    sinks.close();
    enrichments.close();
    features.close();
    streams.close();
  }

  private void endWork(Duration most) {
    Thread closer = Thread.ofVirtual().name("messina-messaging-close").start(messaging::endWork);
    try {
      if (!closer.join(most)) {
        LOG.warn("Providers did not answer in time; what they were sent is uncertain.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
