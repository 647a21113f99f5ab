package io.messina.messaging.recipient;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionReason;
import io.messina.runtime.Context;
import io.messina.runtime.ManyRows;
import io.messina.runtime.ParallelCalls;
import io.messina.store.Cell;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The recipients that an account sends no more messages to, by channel. Addresses of mail are
 * compared without case.
 */
public final class SuppressionTable {

  private static final Column<String> ACCOUNT = Column.ofText("account");
  private static final Column<String> CHANNEL = Column.ofText("channel");
  private static final Column<String> RECIPIENT = Column.ofText("recipient");
  private static final Column<String> REASON = Column.ofText("reason");
  private static final Column<Instant> SINCE = Column.ofInstant("since");
  private static final Column<String> MESSAGE = Column.ofText("message");

  private static final int READS = 64;

  /** The table. */
  static final Table TABLE =
      Table.plain("message_suppressions")
          .partitionedBy(ACCOUNT, CHANNEL)
          .clusteredBy(RECIPIENT)
          .columns(REASON, SINCE, MESSAGE)
          .build();

  private SuppressionTable() {}

  private static PartitionKey partition(AccountName account, Channel channel) {
    return TABLE.partition(ACCOUNT.of(account.value()), CHANNEL.of(channel.toString()));
  }

  private static RowKey key(AccountName account, Channel channel, String recipient) {
    return partition(account, channel).row(RECIPIENT.of(one(channel, recipient)));
  }

  private static String one(Channel channel, String recipient) {
    return channel == Channel.EMAIL ? recipient.toLowerCase(Locale.ROOT) : recipient;
  }

  /** Suppresses a recipient. */
  public static void write(Store store, Suppression suppression, long timestampMicros) {
    store.write(batch(suppression, timestampMicros));
  }

  /** A batch that suppresses a recipient. */
  public static PlainBatch batch(Suppression suppression, long timestampMicros) {
    RowKey key = key(suppression.account(), suppression.channel(), suppression.recipient());
    List<Cell<?>> cells = new ArrayList<>();
    cells.add(REASON.of(suppression.reason().toString()));
    cells.add(SINCE.of(suppression.since()));
    suppression.message().ifPresent(message -> cells.add(MESSAGE.of(message)));
    Row row = Row.of(key, cells.toArray(Cell<?>[]::new));
    return PlainBatch.in(key.partition(), timestampMicros).put(row).build();
  }

  /**
   * Ends the suppression of a recipient.
   *
   * @param recipient in the form of messages
   */
  static void delete(
      Store store, AccountName account, Channel channel, String recipient, long timestampMicros) {
    RowKey key = key(account, channel, recipient);
    store.write(PlainBatch.in(key.partition(), timestampMicros).delete(key).build());
  }

  /**
   * Finds the suppression of a recipient.
   *
   * @param recipient in the form of messages
   */
  public static Optional<Suppression> find(
      Store store, AccountName account, Channel channel, String recipient) {
    return store.get(key(account, channel, recipient)).map(SuppressionTable::suppression);
  }

  /**
   * Reads the suppressions of a channel, in the order of recipients.
   *
   * @param after only recipients after this one
   */
  static List<Suppression> read(
      Store store, AccountName account, Channel channel, Optional<String> after, int limit) {
    ClusteringRange range =
        after
            .map(recipient -> TABLE.rows().above(RECIPIENT.of(one(channel, recipient))))
            .orElseGet(TABLE::rows);
    List<Suppression> found = new ArrayList<>();
    store
        .scan(Scan.of(partition(account, channel), range).first(limit))
        .forEachRemaining(row -> found.add(suppression(row)));
    return found;
  }

  /**
   * Finds the suppressions of some recipients.
   *
   * @return the suppressed ones
   */
  public static Map<MessageRecipient, Suppression> of(
      Context context, List<MessageRecipient> recipients) {
    List<Optional<Row>> rows =
        new ManyRows(context.store(), new ParallelCalls(context.threads(), READS))
            .read(recipients.stream().map(SuppressionTable::key).toList());
    Map<MessageRecipient, Suppression> found = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      MessageRecipient recipient = recipients.get(i);
      rows.get(i).ifPresent(row -> found.put(recipient, suppression(row)));
    }
    return found;
  }

  /** Why a recipient gets nothing, for people. */
  public static String sentence(Suppression found) {
    return "the recipient gets nothing since %s: %s".formatted(found.since(), found.reason());
  }

  private static RowKey key(MessageRecipient recipient) {
    return key(recipient.account(), recipient.channel(), recipient.to());
  }

  private static Suppression suppression(Row row) {
    return new Suppression(
        new AccountName(row.get(ACCOUNT)),
        Channel.valueOf(row.get(CHANNEL).toUpperCase(Locale.ROOT)),
        row.get(RECIPIENT),
        SuppressionReason.valueOf(row.get(REASON).toUpperCase(Locale.ROOT)),
        row.get(SINCE),
        row.find(MESSAGE));
  }
}
