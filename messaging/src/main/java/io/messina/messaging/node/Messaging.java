package io.messina.messaging.node;

import io.messina.api.StreamName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.connectors.Receipt;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.accept.Acceptance;
import io.messina.messaging.choice.Breaker;
import io.messina.messaging.choice.Pacing;
import io.messina.messaging.choice.RouteRule;
import io.messina.messaging.choice.RuleChooser;
import io.messina.messaging.choice.RuleChooser.Candidate;
import io.messina.messaging.route.ChoiceTable;
import io.messina.messaging.route.Routing;
import io.messina.messaging.send.Outlet;
import io.messina.messaging.send.Sender;
import io.messina.messaging.suppression.SuppressionTable;
import io.messina.messaging.track.MessageIndex;
import io.messina.messaging.track.MessageLog;
import io.messina.messaging.track.MessageTable;
import io.messina.messaging.track.ProviderIdTable;
import io.messina.messaging.track.Receipts;
import io.messina.messaging.track.Tracker;
import io.messina.runtime.Context;
import io.messina.store.Table;
import io.messina.stream.Consumer;
import io.messina.stream.DelayedAddress;
import io.messina.stream.node.Streams;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Messaging in this process: accepts messages, and routes, sends and tracks those of the shards
 * that this process owns. Every process of a cluster runs it, with the same connectors and rules.
 * Safe for use by many threads.
 */
public final class Messaging implements AutoCloseable {

  /** The tables of messaging. */
  public static final List<Table> TABLES =
      List.of(
          ChoiceTable.TABLE,
          MessageTable.TABLE,
          MessageIndex.TABLE,
          ProviderIdTable.TABLE,
          SuppressionTable.TABLE);

  private final MessageStreams streams;
  private final Acceptance acceptance;
  private final MessageLog log;
  private final Receipts receipts;
  private final Map<String, Sender> senders = new TreeMap<>();
  private final Map<String, Candidate> candidates = new ConcurrentHashMap<>();
  private final int shards;
  private final Consumer tracking;
  private final Routing routing;

  /**
   * What a process sends through.
   *
   * @param outlet the connector
   * @param pace how fast it is, in all processes
   */
  public record Way(Outlet outlet, Pacing.Pace pace) {}

  private Messaging(
      Context context, Streams nodes, int shards, List<Way> ways, Supplier<List<RouteRule>> rules) {
    TABLES.forEach(context.store()::create);
    this.shards = shards;
    this.streams = new MessageStreams(nodes);
    this.acceptance = new Acceptance(context, streams);
    this.log = new MessageLog(context);
    this.receipts = new Receipts(context, streams);
    var _ = streams.create(MessageStreams.EVENTS, shards);
    for (Way way : ways) {
      Breaker breaker = new Breaker(context.time());
      candidates.put(
          way.outlet().name(), new Candidate(breaker, new Pacing(way.pace(), this::share)));
      senders.put(
          way.outlet().name(), Sender.start(context, streams, shards, way.outlet(), breaker));
    }
    this.tracking = Tracker.start(context, streams);
    RuleChooser chooser = new RuleChooser(context, rules, () -> candidates);
    this.routing = Routing.start(context, streams, shards, chooser);
  }

  /**
   * Begins, or goes on.
   *
   * @param context of the process; its store outlives this
   * @param streams of this process, on the same store; not closed before this
   * @param shards how many the streams of messages have, if they are new
   * @param ways through which to send
   * @param rules which messages go which way, as they are now
   * @return to be closed
   */
  public static Messaging start(
      Context context,
      Streams streams,
      int shards,
      List<Way> ways,
      Supplier<List<RouteRule>> rules) {
    return new Messaging(context, streams, shards, ways, rules);
  }

  /** Accepts messages. */
  public Acceptance acceptance() {
    return acceptance;
  }

  /** What became of messages. */
  public MessageLog log() {
    return log;
  }

  /**
   * Takes receipts.
   *
   * @param connector through whose provider they came
   * @param some what it says
   */
  public void receive(String connector, List<Receipt> some) {
    receipts.take(connector, some);
  }

  /**
   * Sends the messages of a connector.
   *
   * @param connector its name
   */
  public Optional<Sender> sender(String connector) {
    return Optional.ofNullable(senders.get(connector));
  }

  /**
   * Takes a message back that still waits for its time.
   *
   * @param message its id
   * @return whether it is taken back; if not, sending has begun, or it is not known
   */
  public boolean cancel(String message) {
    List<MessageEvent> events = log.events(message);
    for (MessageEvent event : events) {
      if (event.details().schedule().isPresent() && cancel(event)) {
        streams.tell(List.of(event.then(MessageEventKind.CANCELLED, log.now())));
        return true;
      }
    }
    return false;
  }

  private boolean cancel(MessageEvent waiting) {
    return streams.stream(
            waiting
                .details()
                .connector()
                .map(MessageStreams::to)
                .orElseGet(() -> MessageStreams.of(waiting.recipient().channel())))
        .cancel(DelayedAddress.parse(waiting.details().schedule().orElseThrow()));
  }

  @Override
  public void close() {
    routing.close();
    senders.values().forEach(Sender::close);
    tracking.close();
    senders.values().forEach(Sender::closeConnector);
  }

  /** The share of this process in what is routed. */
  private double share() {
    Set<StreamName> names =
        Arrays.stream(Channel.values()).map(MessageStreams::of).collect(Collectors.toSet());
    long own =
        streams.streams().owned().stream()
            .filter(shard -> names.contains(shard.stream().name()))
            .count();
    return (double) own / (shards * names.size());
  }
}
