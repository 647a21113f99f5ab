package io.messina.server.streams;

import io.messina.server.http.Fields;
import io.messina.server.problem.ProblemException;
import io.messina.stream.Receipt;
import io.messina.stream.delivery.ReceiptStatus;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * What a worker hands in: receipts in their order, each with what is said of it. Texts that are no
 * receipts keep their places, and are answered as unknown.
 *
 * @param entries one for each
 * @param <T> what is said of a receipt
 */
record ReceiptList<T>(List<Entry<T>> entries) {

  /** A receipt as it was sent, what is said of it, and why that is refused. */
  record Entry<T>(String text, Optional<T> said, Optional<String> refusal) {}

  /**
   * Reads a list of receipts: texts, or objects with more fields beside {@code receipt}.
   *
   * @param name of the list, which must be there
   * @param reader reads the other fields; what it returns may refuse this one receipt by a {@link
   *     ProblemException}
   */
  static <T> ReceiptList<T> read(
      Fields fields, String name, Function<Fields, Function<Receipt, T>> reader) {
    var _ = fields.required(name, fields.json(name));
    Function<Receipt, T> plain = reader.apply(Fields.none());
    return new ReceiptList<>(
        fields.list(name, Bounds.RECEIPTS_MAX, (place, node) -> entry(place, node, plain, reader)));
  }

  private static <T> Entry<T> entry(
      String place,
      JsonNode node,
      Function<Receipt, T> plain,
      Function<Fields, Function<Receipt, T>> reader) {
    if (node.isString()) {
      return entry(node.stringValue(), plain);
    }
    Fields fields = Fields.of(place, node);
    String text = fields.required("receipt", fields.text("receipt"));
    Function<Receipt, T> saying = reader.apply(fields);
    fields.end();
    return entry(text, saying);
  }

  private static <T> Entry<T> entry(String text, Function<Receipt, T> saying) {
    try {
      return new Entry<>(text, receipt(text).map(saying), Optional.empty());
    } catch (ProblemException e) {
      return new Entry<>(text, Optional.empty(), Optional.of(e.problem().detail()));
    }
  }

  private static Optional<Receipt> receipt(String text) {
    try {
      return Optional.of(Receipt.parse(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Settles what is settled at all, and returns a status for each entry. */
  List<ReceiptStatus> settle(Function<List<T>, List<ReceiptStatus>> action) {
    List<T> said = entries.stream().flatMap(entry -> entry.said().stream()).toList();
    Iterator<ReceiptStatus> known =
        (said.isEmpty() ? List.<ReceiptStatus>of() : action.apply(said)).iterator();
    List<ReceiptStatus> all = new ArrayList<>();
    for (Entry<T> entry : entries) {
      all.add(entry.said().isPresent() ? known.next() : ReceiptStatus.UNKNOWN);
    }
    return all;
  }

  /** Writes {@code results} into an object that the caller has begun. */
  void write(JsonGenerator json, List<ReceiptStatus> statuses) {
    json.writeArrayPropertyStart("results");
    for (int i = 0; i < entries.size(); i++) {
      json.writeStartObject();
      Optional<String> refusal = entries.get(i).refusal();
      json.writeStringProperty("receipt", entries.get(i).text());
      json.writeStringProperty(
          "status",
          refusal.isPresent() ? "refused" : statuses.get(i).name().toLowerCase(Locale.ROOT));
      refusal.ifPresent(why -> json.writeStringProperty("detail", why));
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
