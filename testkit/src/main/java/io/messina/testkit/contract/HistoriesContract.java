package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.NEWEST_FIRST;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** After any writes, in any order of arrival, a store reads as its model does. */
interface HistoriesContract extends ContractPart {

  @Property
  default void any_plain_history_reads_as_the_model_says(
      @ForAll(supplier = Histories.Plain.class) PlainHistory history, @ForAll boolean newestFirst) {
    PartitionKey partition = fresh(newestFirst ? NEWEST_FIRST : ROWS);
    PlainModel model = new PlainModel();
    Instant start = clock().instant();
    for (PlainHistory.Step step : history.steps()) {
      Instant arrival = step.arrival().after(start);
      if (arrival.isAfter(clock().instant())) {
        clock().advanceTo(arrival);
      }
      PlainBatch batch = history.batch(step, partition, start);

      store().write(batch);
      model.write(batch);

      Instant now = clock().instant();
      Scan scan = step.reading().scan(partition);
      RowKey key = step.reading().place().in(partition);
      assertThat(rows(partition)).isEqualTo(model.rows(Scan.of(partition), now));
      assertThat(rows(scan)).as("%s", scan).isEqualTo(model.rows(scan, now));
      assertThat(store().get(key)).isEqualTo(model.get(key, now));
    }
  }

  @Property
  default void any_order_of_arrival_leads_to_the_same_rows(
      @ForAll(supplier = Histories.Plain.class) PlainHistory history, @ForAll Random random) {
    PartitionKey partition = fresh(ROWS);
    PlainModel model = new PlainModel();
    Instant start = clock().instant();
    List<PlainBatch> arriving = new ArrayList<>();
    for (PlainHistory.Step step : history.steps()) {
      PlainBatch batch = history.batch(step, partition, start);
      model.write(batch);
      arriving.addAll(Collections.nCopies(1 + random.nextInt(2), batch));
    }
    Collections.shuffle(arriving, random);

    arriving.forEach(store()::write);

    assertThat(rows(partition)).isEqualTo(model.rows(Scan.of(partition), start));
  }

  @Property
  default void any_fenced_history_reads_as_the_model_says(
      @ForAll(supplier = Histories.Fenced.class) FencedHistory history) {
    PartitionKey partition = fresh(SHARDS);
    FencedModel model = new FencedModel(partition);
    for (FencedHistory.Step step : history.steps()) {
      FencedBatch batch = step.batch(partition, model.fence());

      assertThat(store().writeIf(batch)).isEqualTo(model.writeIf(batch));

      Scan scan = step.reading().scan(partition);
      RowKey key = step.reading().place().in(partition);
      assertThat(store().getStatic(partition)).isEqualTo(model.getStatic());
      assertThat(rows(partition)).isEqualTo(model.rows(Scan.of(partition)));
      assertThat(rows(scan)).as("%s", scan).isEqualTo(model.rows(scan));
      assertThat(store().get(key)).isEqualTo(model.get(key));
    }
  }
}
