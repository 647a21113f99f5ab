package io.messina.features.contents;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueAnswer;
import io.messina.features.FeatureCatalog;
import io.messina.features.FeatureRef;
import io.messina.features.StoredFeature;
import io.messina.features.ValueCodec;
import io.messina.runtime.Micros;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.Parts;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.runtime.SingleFlight;
import io.messina.store.Bytes;
import io.messina.store.HybridClock;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.node.MemberClocks;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The values of scalar features. In any order of arrival, the value with the newest event time
 * wins, in nanoseconds; of several with one event time, the one that arrived last by the clocks of
 * the nodes, the same for all and on every store. A deletion counts as a value. Equal reads at the
 * same time share one request, if each is a separate request.
 *
 * <p>Safe for use by many threads; methods block, and throw
 *
 * <ul>
 *   <li>{@link RequestException.NotFound} if the feature or version does not exist;
 *   <li>{@link RequestException.Refused} if the feature is no scalar, a value is not of its type,
 *       or something is out of bounds;
 *   <li>{@link RequestException.Unavailable} if definitions cannot be read for over 1.5 s; of a
 *       deletion without a time also if a living member of the cluster does not answer, of other
 *       writes also if this process is no member yet;
 *   <li>{@link StoreUnavailableException} if the store does not take a write, which may have
 *       applied. A repeat with the same event time replaces only values that others have written
 *       with that very time since; without an event time it is of a later time.
 * </ul>
 */
public final class Scalars {

  /** The maximum number of entities in one read. */
  public static final int ENTITIES_MAX = 100;

  /** The maximum number of features in one read. */
  public static final int FEATURES_MAX = 100;

  /** The maximum number of bytes of values in one read. */
  public static final int READ_BYTES_MAX = 16 << 20;

  private static final ValueAnswer TOO_MUCH =
      new ValueAnswer.Failed(
          "over " + READ_BYTES_MAX + " bytes in one call: ask for fewer values at a time", false);

  /** The first event time. */
  public static final Instant TIME_MIN = Instant.EPOCH.plus(HybridClock.AHEAD_MAX);

  /**
   * A value is written with its event time as timestamp, less this: event times may lie a day
   * ahead, write timestamps should not, as the store's clock would follow them.
   */
  private static final long BACK_MICROS = HybridClock.AHEAD_MAX.toSeconds() * 1_000_000;

  private final FeatureCatalog catalog;
  private final Store store;
  private final InstantSource clock;
  private final MemberClocks clocks;
  private final ParallelCalls parallel;
  private final ReadFailures failures = new ReadFailures();
  private final SingleFlight<RowKey, Optional<PackedValue>> values = new SingleFlight<>();

  /**
   * The scalars of a process.
   *
   * @param catalog finds features
   * @param store with the table {@link ValueTable#FEATURE_VALUES}
   * @param clock by which values expire, and by which event times may be ahead
   * @param clocks the write timestamps of this process, by which values arrive
   * @param parallel reads several values
   */
  public Scalars(
      FeatureCatalog catalog,
      Store store,
      InstantSource clock,
      MemberClocks clocks,
      ParallelCalls parallel) {
    this.catalog = catalog;
    this.store = store;
    this.clock = clock;
    this.clocks = clocks;
    this.parallel = parallel;
  }

  /**
   * Puts a value as of now: one write. It is newer than all that this process has put or deleted so
   * before, even if its clock is set back.
   *
   * @param value of the feature's type
   */
  public void put(FeatureRef feature, EntityId entity, FeatureValue value) {
    long nowMicros = clocks.next();
    Instant now = Micros.toInstant(nowMicros);
    put(scalar(feature), entity, value, now, now, nowMicros);
  }

  /**
   * Puts a value, unless a newer one exists: one write.
   *
   * @param value of the feature's type
   * @param time the event time, from 1970-01-02 to a day ahead
   */
  public void put(FeatureRef feature, EntityId entity, FeatureValue value, Instant time) {
    put(scalar(feature), entity, value, time, clock.instant(), clocks.next());
  }

  /**
   * Puts a value as if it had arrived at some moment: one write. Among writes with one event time
   * it counts as one that arrived at that moment. All writes of this process from now on arrive
   * later, even if its clock is behind or is set back.
   *
   * @param scalar a scalar, found lately
   * @param value of the feature's type
   * @param time the event time, from 1970-01-02 to a day after the moment
   * @param asOf the moment, at most a day ahead
   * @throws IllegalArgumentException if the moment is further ahead: nothing was done
   */
  public void putAsOf(
      StoredFeature scalar, EntityId entity, FeatureValue value, Instant time, Instant asOf) {
    long arrivalMicros = Micros.of(asOf);
    clocks.observe(arrivalMicros);
    put(scalar, entity, value, time, asOf, arrivalMicros);
  }

  private void put(
      StoredFeature scalar,
      EntityId entity,
      FeatureValue value,
      Instant time,
      Instant asOf,
      long arrivalMicros) {
    Bytes packed = ValueCodec.pack(scalar.options().valueType(), value);
    checkTime(time, asOf);
    write(scalar, entity, new PackedValue(time, arrivalMicros, Optional.of(packed)));
  }

  /**
   * Deletes a value, as of now or, if its event time is in the future, as of just after that: a
   * read and a write. A value with an older event time that comes later is not seen.
   */
  public void delete(FeatureRef feature, EntityId entity) {
    StoredFeature scalar = scalar(feature);
    Optional<Instant> standing =
        store
            .get(ValueTable.key(scalar.key(), entity))
            .map(ValueTable::value)
            .map(PackedValue::time);
    long now = clocks.aboveAll();
    Instant time =
        standing
            .map(it -> it.plusNanos(1))
            .filter(Micros.toInstant(now)::isBefore)
            .orElseGet(() -> Micros.toInstant(now));
    write(scalar, entity, new PackedValue(time, now, Optional.empty()));
  }

  /**
   * Deletes a value unless a newer one exists: one write.
   *
   * @param time the event time of the deletion, from 1970-01-02 to a day ahead
   */
  public void delete(FeatureRef feature, EntityId entity, Instant time) {
    StoredFeature scalar = scalar(feature);
    checkTime(time, clock.instant());
    write(scalar, entity, new PackedValue(time, clocks.next(), Optional.empty()));
  }

  /**
   * Reads values: one read for each, or one for many if the store can. Values that do not fit into
   * {@value #READ_BYTES_MAX} bytes are answered as failed.
   *
   * @param features which: 1 to 100
   * @param entities whose: 1 to 100
   * @return for each entity, in their order, an answer for each feature, in theirs
   */
  public List<List<ValueAnswer>> get(List<FeatureRef> features, List<EntityId> entities) {
    checkCount("features", features.size(), FEATURES_MAX);
    checkCount("entities", entities.size(), ENTITIES_MAX);
    List<StoredFeature> scalars = features.stream().map(this::scalar).toList();
    List<Cell> cells = new ArrayList<>(scalars.size() * entities.size());
    for (EntityId entity : entities) {
      scalars.forEach(scalar -> cells.add(new Cell(scalar, entity)));
    }
    List<ValueAnswer> answers = answers(cells);
    List<List<ValueAnswer>> rows = new ArrayList<>(entities.size());
    for (int i = 0; i < cells.size(); i += scalars.size()) {
      rows.add(List.copyOf(answers.subList(i, i + scalars.size())));
    }
    return rows;
  }

  private List<ValueAnswer> answers(List<Cell> cells) {
    AtomicLong bytes = new AtomicLong();
    int atOnce = store.rowsAtOnce();
    if (atOnce == 1 || cells.size() == 1) {
      return parallel.each(cells, cell -> isFull(bytes) ? TOO_MUCH : answer(cell, bytes));
    }
    return parallel.each(Parts.of(cells, atOnce), part -> answersWithin(bytes, part)).stream()
        .flatMap(List::stream)
        .toList();
  }

  private List<ValueAnswer> answersWithin(AtomicLong bytes, List<Cell> cells) {
    return isFull(bytes)
        ? Collections.nCopies(cells.size(), TOO_MUCH)
        : answersAtOnce(cells, bytes);
  }

  private static boolean isFull(AtomicLong bytes) {
    return bytes.get() >= READ_BYTES_MAX;
  }

  private List<ValueAnswer> answersAtOnce(List<Cell> cells, AtomicLong bytes) {
    List<Optional<Row>> rows;
    try {
      rows = store.getEach(cells.stream().map(Cell::key).toList());
    } catch (RuntimeException _) {
      // One by one, so that one that cannot be read does not take the others with it.
      return cells.stream().map(cell -> answer(cell, bytes)).toList();
    }
    List<ValueAnswer> answers = new ArrayList<>(cells.size());
    for (int i = 0; i < cells.size(); i++) {
      Optional<Row> row = rows.get(i);
      answers.add(answer(cells.get(i), () -> row.map(ValueTable::value), bytes));
    }
    return answers;
  }

  private ValueAnswer answer(Cell cell, AtomicLong bytes) {
    RowKey key = cell.key();
    return answer(cell, () -> values.read(key, () -> store.get(key).map(ValueTable::value)), bytes);
  }

  private ValueAnswer answer(Cell cell, Supplier<Optional<PackedValue>> value, AtomicLong bytes) {
    try {
      return value
          .get()
          .map(packed -> answer(cell.scalar(), packed, bytes))
          .orElseGet(ValueAnswer.Missing::new);
    } catch (RuntimeException e) {
      ReadFailure failure = failures.of(e, cell.key());
      return new ValueAnswer.Failed(failure.why(), failure.retryable());
    }
  }

  private ValueAnswer answer(StoredFeature scalar, PackedValue packed, AtomicLong bytes) {
    Optional<Bytes> value = packed.value();
    if (value.isEmpty()) {
      return new ValueAnswer.Missing();
    }
    Instant time = packed.time();
    boolean over =
        scalar.options().ttl().filter(ttl -> !clock.instant().isBefore(time.plus(ttl))).isPresent();
    if (over) {
      return new ValueAnswer.Expired(time);
    }
    return bytes.addAndGet(value.get().length()) > READ_BYTES_MAX
        ? TOO_MUCH
        : new ValueAnswer.Present(
            ValueCodec.unpack(scalar.options().valueType(), value.get()), time);
  }

  private void write(StoredFeature scalar, EntityId entity, PackedValue value) {
    RowKey key = ValueTable.key(scalar.key(), entity);
    long timestampMicros = Micros.of(value.time()) - BACK_MICROS;
    store.write(
        PlainBatch.in(key.partition(), timestampMicros).put(ValueTable.row(key, value)).build());
  }

  private static void checkTime(Instant time, Instant asOf) {
    if (time.isBefore(TIME_MIN) || time.isAfter(asOf.plus(HybridClock.AHEAD_MAX))) {
      throw new RequestException.Refused(
          Reason.OUT_OF_BOUNDS,
          "time: " + time + " (expected: from " + TIME_MIN + " to a day ahead of " + asOf + ")");
    }
  }

  private StoredFeature scalar(FeatureRef feature) {
    return catalog.find(feature, FeatureKind.SCALAR);
  }

  private static void checkCount(String what, int count, int max) {
    if (count < 1 || count > max) {
      throw new RequestException.Refused(
          Reason.OUT_OF_BOUNDS, what + ": " + count + " (expected: 1 to " + max + ")");
    }
  }

  private record Cell(StoredFeature scalar, EntityId entity) {
    RowKey key() {
      return ValueTable.key(scalar.key(), entity);
    }
  }
}
