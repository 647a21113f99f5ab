package io.messina.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ForgetfulStoreTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration MEMORY = Duration.ofDays(10);
  private static final Column<String> PLACE = Column.ofText("place");
  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<Long> SIZE = Column.ofLong("size");
  private static final Table SIZES =
      Table.plain("sizes").partitionedBy(PLACE).clusteredBy(NAME).columns(SIZE).build();
  private static final PartitionKey HERE = SIZES.partition(PLACE.of("here"));
  private static final RowKey ONE = HERE.row(NAME.of("one"));
  private static final Row ROW = Row.of(ONE, SIZE.of(1L));

  private final AtomicReference<Instant> now = new AtomicReference<>(BEGIN);
  private final Store store = SimulatedStore.forgetful(now::get, MEMORY);

  @BeforeEach
  void create() {
    store.create(SIZES);
  }

  @Test
  void a_delete_hides_an_older_put_as_long_as_it_is_remembered() {
    assertThat(store.limits().deleteMemory()).isEqualTo(MEMORY);
    store.write(at(BEGIN).delete(ONE).build());
    now.set(BEGIN.plus(MEMORY));
    store.write(at(BEGIN.minusSeconds(1)).put(ROW).build());
    assertThat(store.get(ONE)).isEmpty();
  }

  @Test
  void a_delete_that_is_forgotten_hides_nothing() {
    store.write(at(BEGIN).delete(ONE).build());
    store.write(at(BEGIN).deletePartition().build());
    now.set(BEGIN.plus(MEMORY).plusMillis(1));
    store.write(at(BEGIN.minusSeconds(1)).put(ROW).build());
    assertThat(store.get(ONE)).contains(ROW);
  }

  @Test
  void what_is_there_stays_however_old_it_is() {
    store.write(at(BEGIN).put(ROW).build());
    now.set(BEGIN.plus(MEMORY).plus(MEMORY));
    store.write(at(now.get()).put(Row.of(HERE.row(NAME.of("two")), SIZE.of(2L))).build());
    assertThat(store.get(ONE)).contains(ROW);
  }

  private static PlainBatch.Builder at(Instant time) {
    return PlainBatch.in(HERE, ChronoUnit.MICROS.between(Instant.EPOCH, time));
  }
}
