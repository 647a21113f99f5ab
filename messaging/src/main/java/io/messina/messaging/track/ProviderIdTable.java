package io.messina.messaging.track;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Wire;
import io.messina.api.message.MessageEvent;
import io.messina.connectors.Receipt;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The message that an id of a provider belongs to, and the receipts that came before that was
 * known. A repeated write is the same, and each writer reads afterwards, so that the second one
 * finds the row of the first.
 */
final class ProviderIdTable {

  private static final Column<String> CONNECTOR = Column.ofText("connector");
  private static final Column<String> PROVIDER_ID = Column.ofText("provider_id");
  private static final Column<String> ENTRY = Column.ofText("entry");
  private static final Column<Bytes> CONTENT = Column.ofBytes("content");
  private static final String SENT = "sent";
  private static final String RECEIPT = "receipt/";
  private static final Duration KEPT = Duration.ofDays(40);

  /** The table. */
  static final Table TABLE =
      Table.plain("message_provider_ids")
          .partitionedBy(CONNECTOR, PROVIDER_ID)
          .clusteredBy(ENTRY)
          .columns(CONTENT)
          .expiring(KEPT)
          .build();

  private ProviderIdTable() {}

  /**
   * The rows of a provider's id.
   *
   * @param sent the event of the message that has the id; of one part of several, with its number
   * @param receipts under this id, of any message
   */
  record Known(Optional<MessageEvent> sent, List<StoredReceipt> receipts) {}

  /**
   * A receipt.
   *
   * @param arrived absent from rows of older versions
   */
  record StoredReceipt(@JsonUnwrapped Receipt receipt, Optional<Instant> arrived) {

    /** Whether it came before a time, as one of another message does that had the same id. */
    boolean isBefore(Instant time) {
      return arrived.filter(at -> at.isBefore(time)).isPresent();
    }
  }

  private static PartitionKey partition(String connector, String providerId) {
    return TABLE.partition(CONNECTOR.of(connector), PROVIDER_ID.of(providerId));
  }

  /** Says whose an id is. */
  static PlainBatch sent(String providerId, MessageEvent sent, Instant now, long timestampMicros) {
    PartitionKey partition = partition(sent.details().connector().orElseThrow(), providerId);
    return batch(partition, SENT, Wire.write(sent), now, timestampMicros);
  }

  /** Writes a receipt, whosever it is. */
  static void writeReceipt(
      Store store, String connector, Receipt receipt, Instant now, long timestampMicros) {
    String part = receipt.part().map(number -> "/" + number).orElse("");
    PartitionKey partition = partition(connector, receipt.providerId());
    String entry = RECEIPT + receipt.kind().name() + part;
    String content = Wire.write(new StoredReceipt(receipt, Optional.of(now)));
    store.write(batch(partition, entry, content, now, timestampMicros));
  }

  private static PlainBatch batch(
      PartitionKey partition, String entry, String json, Instant now, long timestampMicros) {
    Row row = Row.of(partition.row(ENTRY.of(entry)), CONTENT.of(Bytes.utf8(json)));
    return PlainBatch.in(partition, timestampMicros).put(row, now.plus(KEPT)).build();
  }

  static Known read(Store store, String connector, String providerId) {
    Optional<MessageEvent> sent = Optional.empty();
    List<StoredReceipt> receipts = new ArrayList<>();
    Iterator<Row> rows = store.scan(Scan.of(partition(connector, providerId)));
    while (rows.hasNext()) {
      Row row = rows.next();
      byte[] content = row.get(CONTENT).toArray();
      if (row.key().get(ENTRY).equals(SENT)) {
        sent = Optional.of(Wire.read(content, MessageEvent.class));
      } else {
        receipts.add(Wire.read(content, StoredReceipt.class));
      }
    }
    return new Known(sent, receipts);
  }
}
