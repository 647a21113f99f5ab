package io.messina.server.streams;

import io.messina.api.ProblemCode;
import io.messina.api.StreamName;
import io.messina.server.http.Fields;
import io.messina.server.ingest.IngestRules;
import io.messina.server.problem.ProblemException;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import io.messina.stream.Output;
import io.messina.stream.node.Ack;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Reads acknowledgements with their outputs. For one request. */
final class AckReader {

  private static final String JSON = "application/json";

  private final SentPayloads payloads;
  private final Function<StreamName, IngestRules> rules;

  private AckReader(SentPayloads payloads, Function<StreamName, IngestRules> rules) {
    this.payloads = payloads;
    this.rules = rules;
  }

  /**
   * Reads a list of acknowledgements. One whose outputs their streams do not take is refused alone.
   */
  static ReceiptList<Ack> read(
      Fields fields, String name, SentPayloads payloads, Function<StreamName, IngestRules> rules) {
    return ReceiptList.read(fields, name, new AckReader(payloads, rules)::ack);
  }

  private Function<ClaimAddress, Ack> ack(Fields fields) {
    List<Output> outputs =
        fields.objects("outputs", Ack.OUTPUTS_MAX).stream().map(this::output).toList();
    List<IngestRules> targets = outputs.stream().map(Output::stream).map(rules).toList();
    return receipt -> new Ack(receipt, ruled(outputs, targets));
  }

  /** The outputs after the rules of their streams. */
  private static List<Output> ruled(List<Output> outputs, List<IngestRules> targets) {
    return IntStream.range(0, outputs.size())
        .mapToObj(
            i -> new Output(outputs.get(i).stream(), targets.get(i).apply(outputs.get(i).event())))
        .toList();
  }

  private Output output(Fields fields) {
    StreamName stream = fields.required("stream", fields.text("stream").map(AckReader::streamName));
    boolean isJson = fields.isNull("payload") || fields.json("payload").isPresent();
    Optional<byte[]> json = isJson ? Optional.of(payloads.next()) : Optional.empty();
    Optional<byte[]> bytes = fields.text("payload_base64", Base64.getDecoder()::decode);
    if (json.isPresent() == bytes.isPresent()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST,
          "payload, payload_base64: both or neither (expected: one of them)");
    }
    String usual = json.isPresent() ? JSON : Event.OCTETS;
    byte[] payload = json.or(() -> bytes).orElseThrow();
    EventBuilder event =
        Event.builder(Bytes.wrap(payload)).contentType(fields.text("content_type").orElse(usual));
    fields.text("key").map(Bytes::utf8).ifPresent(event::key);
    fields.textsByName("headers").forEach(event::header);
    fields.end();
    return new Output(stream, built(event, payload.length));
  }

  private static StreamName streamName(String text) {
    try {
      return Reserved.open(new StreamName(text));
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.BAD_NAME, String.valueOf(e.getMessage()));
    }
  }

  private static Event built(EventBuilder event, int payloadBytes) {
    IngestRules.tooLarge(payloadBytes)
        .ifPresent(
            sentence -> {
              throw new ProblemException(ProblemCode.TOO_LARGE, "outputs: " + sentence);
            });
    try {
      return event.build();
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.OUT_OF_BOUNDS, "outputs: " + e.getMessage());
    }
  }
}
