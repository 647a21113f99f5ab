package io.messina.server.streams;

import io.messina.api.GroupOptions;
import io.messina.api.StreamName;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.UnheardException;
import io.messina.server.http.Verb;
import io.messina.server.ingest.IngestRules;
import io.messina.server.json.EventJson;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.Receipt;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.ReceiptStatus;
import io.messina.stream.node.Ack;
import io.messina.stream.node.Claim;
import io.messina.stream.node.Group;
import io.messina.stream.node.LeasedEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/** Hands events out to workers of claim groups, and takes what they say of them. */
final class DeliveryRoutes {

  private static final String ONE = "/v1/streams/{stream}/groups/{group}";
  private static final int WORKER_CHARS_MAX = 200;
  private static final int SHARDS_MAX = 4_096;

  private final Directory directory;
  private final LongPolls polls;
  private final KeptRules rules;

  DeliveryRoutes(Directory directory, LongPolls polls, KeptRules rules) {
    this.directory = directory;
    this.polls = polls;
    this.rules = rules;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.POST,
                ONE + "/claim",
                "claim",
                "Hands out events, each for the time of a lease.",
                this::claim)
            .takes("Claim")
            .answers("ClaimedEvents", 200),
        settlement("ack", "Says that events are done.", this::ack).takes("Ack"),
        settlement("nack", "Says that events failed.", plain(DeliveryRoutes::nack)).takes("Nack"),
        settlement("extend", "Takes more time.", plain(DeliveryRoutes::extend)).takes("Extend"),
        settlement(
                "release",
                "Gives events back that were not begun; no attempt is counted.",
                plain((_, _) -> Group::release))
            .takes("Release"));
  }

  private Route settlement(String name, String summary, Function<Request, Settling> reading) {
    return Route.of(
            Verb.POST,
            ONE + "/" + name,
            name,
            summary,
            exchange -> {
              Fields fields = exchange.json();
              Group group = directory.group(exchange);
              Settling settling = reading.apply(new Request(fields, exchange.body(), group));
              fields.end();
              List<ReceiptStatus> statuses = settling.acks().settle(settling.action());
              exchange.sendJson(200, json -> settling.acks().write(json, statuses));
            })
        .answers("Results", 200);
  }

  /** What was sent, parsed and as it was, and to whom. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares requests
  private record Request(Fields fields, byte[] body, Group group) {}

  /** What was handed in, and what to do with it. */
  private record Settling(AckList acks, Function<List<Ack>, List<ReceiptStatus>> action) {}

  /** What is done with receipts alone. */
  private interface Action {
    List<ReceiptStatus> apply(Group group, List<Receipt> receipts);
  }

  private static Function<Request, Settling> plain(BiFunction<Fields, Group, Action> reading) {
    return request -> {
      AckList acks = AckList.readPlain(request.fields());
      Action action = reading.apply(request.fields(), request.group());
      return new Settling(acks, some -> action.apply(request.group(), receipts(some)));
    };
  }

  private Settling ack(Request request) {
    AckList acks = AckReader.read(request.fields(), new SentPayloads(request.body()), this::rules);
    Group group = request.group();
    return new Settling(
        acks, some -> acks.hasOutputs() ? group.ackWith(some) : group.ack(receipts(some)));
  }

  private IngestRules rules(StreamName stream) {
    return rules.of(directory.streams().stream(stream).definition());
  }

  private static Action nack(Fields fields, Group group) {
    Optional<Duration> delay = fields.duration("delay", Duration.ZERO, GroupOptions.LEASE_MAX);
    String error = fields.text("error").orElse("");
    boolean dead = fields.flag("dead").orElse(false);
    Outcome.Nack nack = new Outcome.Nack(delay.orElse(null), error, dead);
    return (asked, receipts) -> asked.nack(receipts, nack);
  }

  private static Action extend(Fields fields, Group group) {
    Duration lease =
        fields
            .duration("lease", GroupOptions.LEASE_MIN, GroupOptions.LEASE_MAX)
            .orElseGet(() -> group.definition().options().lease());
    return (asked, receipts) -> asked.extend(receipts, lease);
  }

  private static List<Receipt> receipts(List<Ack> acks) {
    return acks.stream().map(Ack::receipt).toList();
  }

  private void claim(Exchange exchange) throws IOException {
    Group group = directory.group(exchange);
    int shards = directory.stream(exchange).definition().options().shards();
    Claim claim = read(exchange.jsonIfAny(), shards);
    List<LeasedEvent> events =
        polls.call(claim.waitMax(), longest -> group.lease(claim.withWait(longest)));
    try {
      if (events.isEmpty() || claim.waitMax().isZero()) {
        exchange.sendLargeJson(200, json -> write(json, events));
      } else {
        exchange.sendLargeJsonToListener(200, json -> write(json, events));
      }
    } catch (UnheardException e) {
      release(group, events, e);
      throw e;
    }
  }

  /** Nothing of it has reached the worker, so others get it at once. */
  private static void release(Group group, List<LeasedEvent> events, Exception failure) {
    try {
      if (!events.isEmpty()) {
        var _ = group.release(events.stream().map(event -> event.claimed().receipt()).toList());
      }
    } catch (RuntimeException e) {
      // Then their leases run out.
      failure.addSuppressed(e);
    }
  }

  private static Claim read(Fields fields, int shards) {
    int max = fields.integer("max", 1, Claim.MAX).orElse(Bounds.LIMIT_DEFAULT);
    long bytesMax = fields.number("max_bytes", 1, Claim.BYTES_MAX).orElse(Claim.BYTES_MAX);
    Duration wait = fields.duration("wait", Duration.ZERO, Claim.WAIT_MAX).orElse(Duration.ZERO);
    Optional<Duration> lease =
        fields.duration("lease", GroupOptions.LEASE_MIN, GroupOptions.LEASE_MAX);
    String worker = fields.text("worker").orElse("");
    List<Integer> some = fields.integers("shards", SHARDS_MAX, 0, shards - 1);
    fields.end();
    if (worker.length() > WORKER_CHARS_MAX) {
      throw new ProblemException(
          ProblemCode.OUT_OF_BOUNDS,
          "worker: "
              + worker.length()
              + " characters (expected: at most "
              + WORKER_CHARS_MAX
              + ")");
    }
    return new Claim(max, bytesMax, wait, lease, worker, some);
  }

  private static void write(JsonGenerator json, List<LeasedEvent> events) {
    json.writeStartObject();
    json.writeArrayPropertyStart("events");
    for (LeasedEvent event : events) {
      EventJson.write(json, event);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
