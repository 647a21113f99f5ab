package io.messina.client;

import io.messina.api.Cluster;
import io.messina.api.FinishedUpgrade;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamName;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.sink.SinkName;
import io.messina.api.sink.SinkReport;
import io.messina.client.access.TokensClient;
import io.messina.client.aggregate.AggregateClient;
import io.messina.client.enrichment.EnrichmentClient;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.group.ClientMetrics;
import io.messina.client.internal.Call;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;
import io.messina.client.message.MessagesClient;
import io.messina.client.sink.SinkClient;
import io.messina.client.stream.StreamClient;
import java.net.URI;
import java.util.Arrays;
import java.util.List;

/**
 * A connection to Messina's HTTP API, for the whole application:
 *
 * <pre>{@code
 * try (MessinaClient client = MessinaClient.connect("http://127.0.0.1:8420")) {
 *   StreamClient edits = client.stream("edits");
 *   edits.append(NewEvent.of("anna", Payload.json("{\"added\":36}")));
 * }
 * }</pre>
 *
 * <p>Methods wait for the answer and throw a {@link MessinaException} if it is not good; its type
 * tells whether trying again helps. Requests are tried again by the client if that is safe, as its
 * {@link RetryPolicy} says. Appends are always safe, since each carries an idempotency key or the
 * number of its batch; only streams that remember no keys may then hold an event twice.
 *
 * <p>Methods whose names end in {@code Async} do not wait: their futures fail with a {@link
 * MessinaException}, and cancelling one cancels its request. Actions chained to their futures run
 * on the client's executor and must not block. For anything else that is not to wait, use a thread.
 * Safe for use by many threads.
 */
public final class MessinaClient implements AutoCloseable {

  private final Transport transport;
  private final ClientMetrics metrics;

  MessinaClient(Transport transport, ClientMetrics metrics) {
    this.transport = transport;
    this.metrics = metrics;
  }

  /**
   * A client with all defaults. No server is asked yet.
   *
   * @param urls as in {@code http://127.0.0.1:8420}; several servers of one keyspace are separated
   *     by commas, and are asked as {@link #builder(List)} says
   * @return the client
   * @throws IllegalArgumentException if one is not an address of HTTP, or two are the same
   */
  public static MessinaClient connect(String urls) {
    List<URI> all = Arrays.stream(urls.split(",", -1)).map(url -> URI.create(url.strip())).toList();
    return builder(all).build();
  }

  /**
   * Begins a client.
   *
   * @param url as in {@code http://127.0.0.1:8420}
   * @return a builder with all defaults
   * @throws IllegalArgumentException if it is not an address of HTTP
   */
  public static MessinaClientBuilder builder(URI url) {
    return builder(List.of(url));
  }

  /**
   * Begins a client of several servers of one keyspace. Requests are sent to the first of them. If
   * it cannot be reached, answers that it cannot do it now, or does not answer, that request and
   * all later ones are sent to the next, and so on: at once, but only where {@link RetryPolicy}
   * would have it tried again. A server that failed is asked again when all others have failed
   * after it.
   *
   * @param urls as in {@code http://127.0.0.1:8420}, at least one
   * @return a builder with all defaults
   * @throws IllegalArgumentException if there is none, one is not an address of HTTP, or two are
   *     the same
   */
  public static MessinaClientBuilder builder(List<URI> urls) {
    return new MessinaClientBuilder(urls);
  }

  /**
   * Returns a client for a stream, which need not exist yet.
   *
   * @param name the stream's name
   * @return a client; no request is sent
   */
  public StreamClient stream(StreamName name) {
    return new StreamClient(transport, metrics, name);
  }

  /**
   * Returns a client for a stream, which need not exist yet.
   *
   * @param name the stream's name
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is no name
   */
  public StreamClient stream(String name) {
    return stream(new StreamName(name));
  }

  /**
   * All streams.
   *
   * @return by name
   */
  public List<StreamDefinition> streams() {
    return transport.list(Paths.STREAMS, "streams", StreamDefinition.class);
  }

  /**
   * Looks at the nodes of the cluster, and at the owners of all shards. Nodes that do not answer
   * within a second are shown so.
   *
   * @return as the server that is asked sees it
   */
  public Cluster cluster() {
    return transport.send(Call.get(Paths.CLUSTER), Cluster.class);
  }

  /**
   * Ends an upgrade: all servers write the newest formats from now on, and servers of earlier
   * versions cannot join any more. A repeat changes nothing.
   *
   * @return the number of these formats
   * @throws io.messina.client.error.MessinaException.Refused if a server is there that does not
   *     know them; nothing has changed
   */
  public int finishUpgrade() {
    return transport
        .send(
            Call.post(Paths.FINISH_UPGRADE, new byte[0], Call.Repeat.ALWAYS), FinishedUpgrade.class)
        .format();
  }

  /**
   * Returns a client for an enrichment, which need not exist yet.
   *
   * @param name a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is no name
   */
  public EnrichmentClient enrichment(String name) {
    return new EnrichmentClient(transport, new EnrichmentName(name));
  }

  /**
   * Lists all enrichments, with their progress on all nodes.
   *
   * @return by name
   */
  public List<EnrichmentReport> enrichments() {
    return transport.list(Paths.ENRICHMENTS, "enrichments", EnrichmentReport.class);
  }

  /**
   * Returns a client for a sink, which need not exist yet.
   *
   * @param name a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is not a valid name
   */
  public SinkClient sink(String name) {
    return new SinkClient(transport, new SinkName(name));
  }

  /**
   * All sinks, and how they go on all nodes.
   *
   * @return by name
   */
  public List<SinkReport> sinks() {
    return transport.list(Paths.SINKS, "sinks", SinkReport.class);
  }

  /**
   * Returns a client for an aggregate, which need not exist yet.
   *
   * @param name a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is no name
   */
  public AggregateClient aggregate(String name) {
    return new AggregateClient(transport, new AggregateName(name));
  }

  /**
   * Lists all aggregates, with their progress on all nodes.
   *
   * @return by name
   */
  public List<AggregateReport> aggregates() {
    return transport.list(Paths.AGGREGATES, "aggregates", AggregateReport.class);
  }

  /**
   * Returns a client for tokens.
   *
   * @return a client; no request is sent
   */
  public TokensClient tokens() {
    return new TokensClient(transport);
  }

  /**
   * Returns a client for messages, and for the accounts, connectors, routes and templates behind
   * them.
   *
   * @return a client; no request is sent
   */
  public MessagesClient messages() {
    return new MessagesClient(transport);
  }

  /**
   * Returns the sender of requests: for the modules of this client, not for applications.
   *
   * @return open as long as this is
   */
  @SuppressWarnings("exports") // no application can name it
  public Transport transport() {
    return transport;
  }

  /**
   * Cancels the requests under way, which then fail with {@link MessinaException.Unknown}. Close
   * appenders and workers first. An executor that was given stays open.
   */
  @Override
  public void close() {
    transport.close();
  }
}
