package io.messina.server.streams;

import io.messina.api.ClaimOptions;
import io.messina.api.ProblemCode;
import io.messina.api.Receipt;
import io.messina.api.ReceiptResult;
import io.messina.api.ReceiptStatus;
import io.messina.server.http.Fields;
import io.messina.server.problem.ProblemException;
import io.messina.stream.ClaimAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * The receipts that a worker hands in, in their order, each with its fields. Texts that are no
 * receipts keep their places, and are answered as unknown; an empty one, or one that is longer than
 * any receipt, is refused with the whole list.
 *
 * @param entries one for each
 * @param <T> the fields of a receipt
 */
record ReceiptList<T>(List<Entry<T>> entries) {

  /** A receipt as it was sent, its fields, and the reason of a refusal. */
  record Entry<T>(Receipt sent, Optional<T> said, Optional<String> refusal) {}

  /** Reads a list of receipts: texts, or objects with more fields beside {@code receipt}. */
  static <T> ReceiptList<T> read(
      Fields fields, String name, Function<Fields, Function<ClaimAddress, T>> reader) {
    var _ = fields.required(name, fields.json(name));
    Function<ClaimAddress, T> plain = reader.apply(Fields.none());
    return new ReceiptList<>(
        fields.list(
            name, ClaimOptions.LIMIT_MAX, (place, node) -> entry(place, node, plain, reader)));
  }

  private static <T> Entry<T> entry(
      String place,
      JsonNode node,
      Function<ClaimAddress, T> plain,
      Function<Fields, Function<ClaimAddress, T>> reader) {
    if (node.isString()) {
      return entry(place, node.stringValue(), plain);
    }
    Fields fields = Fields.of(place, node);
    String text = fields.required("receipt", fields.text("receipt"));
    Function<ClaimAddress, T> saying = reader.apply(fields);
    fields.end();
    return entry(place + ".receipt", text, saying);
  }

  private static <T> Entry<T> entry(String place, String text, Function<ClaimAddress, T> saying) {
    Receipt sent = sent(place, text);
    try {
      return new Entry<>(sent, receipt(text).map(saying), Optional.empty());
    } catch (ProblemException e) {
      return new Entry<>(sent, Optional.empty(), Optional.of(e.problem().detail()));
    }
  }

  private static Receipt sent(String place, String text) {
    try {
      return new Receipt(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.OUT_OF_BOUNDS, place + ": " + e.getMessage());
    }
  }

  private static Optional<ClaimAddress> receipt(String text) {
    try {
      return Optional.of(ClaimAddress.parse(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Settles the valid receipts, and returns the result of each entry. */
  List<ReceiptResult> settle(Function<List<T>, List<ReceiptStatus>> action) {
    List<T> said = entries.stream().flatMap(entry -> entry.said().stream()).toList();
    Iterator<ReceiptStatus> known =
        (said.isEmpty() ? List.<ReceiptStatus>of() : action.apply(said)).iterator();
    List<ReceiptResult> all = new ArrayList<>();
    for (Entry<T> entry : entries) {
      ReceiptStatus unsaid =
          entry.refusal().isPresent() ? ReceiptStatus.REFUSED : ReceiptStatus.UNKNOWN;
      ReceiptStatus status = entry.said().isPresent() ? known.next() : unsaid;
      all.add(new ReceiptResult(entry.sent(), status, entry.refusal()));
    }
    return all;
  }
}
