package io.messina.stream.append;

import io.messina.api.StreamOptions;
import io.messina.runtime.ManyRows;
import io.messina.runtime.Micros;
import io.messina.runtime.ParallelCalls;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.stream.DelayedAddress;
import io.messina.stream.EventAddress;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardSite;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The table of idempotency keys: one partition and row per key. A key that is remembered for longer
 * than in memory has a row, which is written once its event is durable, before the event is
 * acknowledged. The key of a delayed event has a row that is written before the event. Safe for use
 * by many threads.
 */
public final class KeyTable {

  public static final Table TABLE;

  private static final Column<String> STREAM = Column.ofText("stream");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<String> KEY = Column.ofText("idempotency_key");
  private static final Column<String> ID = Column.ofText("id");
  private static final Column<Integer> BODY = Column.ofInt("body");

  /** How many rows of one append are read or written at the same time. */
  private static final int THREADS_MAX = 32;

  /** The prefix of the id of a delayed event that was cancelled, and whose key stays used. */
  private static final String WITHDRAWN = "-";

  static {
    TABLE =
        Table.plain("keys")
            .partitionedBy(STREAM, SHARD, KEY)
            .columns(ID, BODY)
            .expiring(StreamOptions.DEDUPLICATE_MAX)
            .build();
  }

  private final ShardSite site;
  private final Duration deduplicate;
  private final ManyRows rows;

  /** The keys of a shard. */
  KeyTable(ShardSite site) {
    this.site = site;
    this.deduplicate = site.stream().options().deduplicate();
    this.rows =
        new ManyRows(site.store(), new ParallelCalls(site.threads(), THREADS_MAX), site::readOwned);
  }

  /** The value of a row: the id of the first event of a key, and the hash of its body. */
  record Kept(EventAddress id, int body) {}

  /**
   * The value of a delayed event's row.
   *
   * @param id of the event
   * @param body the hash of its body
   * @param withdrawn whether it was cancelled, and its key stays used
   */
  record Accepted(DelayedAddress id, int body, boolean withdrawn) {}

  /** A row to write. */
  record Entry(String key, Kept kept, long appendMicros) {}

  /** Whether keys of delayed events have rows. */
  boolean remembersDelayed() {
    return !deduplicate.isZero();
  }

  /** Looks up one or more keys; returns what is known of each, in their order. */
  List<Optional<Kept>> find(List<String> keys) {
    return rows.read(keys.stream().map(key -> partition(key).row()).toList()).stream()
        .map(row -> row.map(it -> new Kept(EventAddress.parse(it.get(ID)), it.get(BODY))))
        .toList();
  }

  /** Writes rows. Returns whether all are durable; if not, the shard is lost. */
  boolean write(List<Entry> entries) {
    try {
      rows.write(entries.stream().map(this::batch).toList());
      return true;
    } catch (NotOwnerException | StoreUnavailableException e) {
      return false; // the latter where no timestamp is left
    }
  }

  private PlainBatch batch(Entry entry) {
    PartitionKey partition = partition(entry.key());
    Kept kept = entry.kept();
    Row row = row(partition, kept.id().toString(), kept.body());
    Instant expiry = expiry(Micros.toInstant(entry.appendMicros()));
    return PlainBatch.in(partition, site.timestamps().next()).put(row, expiry).build();
  }

  /** The event that was accepted under the key of a delayed event's id, whatever its due time. */
  Optional<Accepted> accepted(DelayedAddress id) {
    return find(acceptedKey(id)).map(KeyTable::accepted);
  }

  private static Accepted accepted(Row row) {
    String id = row.get(ID);
    boolean withdrawn = id.startsWith(WITHDRAWN);
    DelayedAddress address =
        DelayedAddress.parse(withdrawn ? id.substring(WITHDRAWN.length()) : id);
    return new Accepted(address, row.get(BODY), withdrawn);
  }

  /** Records a delayed event. Returns whether that is durable; if not, the shard is lost. */
  boolean accept(DelayedAddress id, int body) {
    return accept(id, id.toString(), body);
  }

  /**
   * Records, from now on, that a delayed event is cancelled and its key used. Returns whether that
   * is durable; if not, the shard is lost.
   */
  boolean withdraw(DelayedAddress id, int body) {
    return accept(id, WITHDRAWN + id, body);
  }

  private boolean accept(DelayedAddress id, String shown, int body) {
    PartitionKey partition = partition(acceptedKey(id));
    Instant expiry = expiry(site.time().wall().instant());
    return site.write(partition, batch -> batch.put(row(partition, shown, body), expiry));
  }

  /** Forgets a cancelled event. Returns whether that is durable. */
  boolean forget(DelayedAddress id) {
    boolean isOfIt = accepted(id).filter(accepted -> accepted.id().equals(id)).isPresent();
    return !isOfIt || site.write(partition(acceptedKey(id)), PlainBatch.Builder::deletePartition);
  }

  private static Row row(PartitionKey partition, String id, int body) {
    return Row.of(partition.row(), ID.of(id), BODY.of(body));
  }

  private Instant expiry(Instant since) {
    return since.plus(deduplicate).truncatedTo(ChronoUnit.MILLIS);
  }

  private Optional<Row> find(String key) {
    return site.readOwned(() -> site.store().get(partition(key).row()));
  }

  private PartitionKey partition(String key) {
    return TABLE.partition(
        STREAM.of(site.shard().stream().toString()), SHARD.of(site.shard().number()), KEY.of(key));
  }

  /** If an id has a key, the number in the id is the key's hash. */
  private static String acceptedKey(DelayedAddress id) {
    return InternalKeys.ACCEPTED_PREFIX + Long.toHexString(id.number());
  }
}
