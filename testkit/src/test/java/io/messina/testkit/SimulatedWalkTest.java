package io.messina.testkit;

import static io.messina.testkit.StoreWorld.BOX;
import static io.messina.testkit.StoreWorld.PLACE;
import static io.messina.testkit.StoreWorld.THINGS;
import static io.messina.testkit.StoreWorld.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class SimulatedWalkTest {

  @AutoClose private final StoreWorld world = new StoreWorld(8);

  @Test
  void a_page_that_failed_can_be_read_again() {
    List<PartitionKey> boxes =
        IntStream.range(0, 50).mapToObj(i -> THINGS.partition(BOX.of("box " + i))).toList();
    boxes.forEach(box -> world.stores.direct().write(batch(box).put(row(box)).build()));
    world.stores.faults(only(0.25, 0.25, 0));

    List<PartitionKey> walked =
        world.ask(SimulatedWalkTest::walkedInSpiteOfFailures).value().orElseThrow();

    assertThat(walked).containsExactlyInAnyOrderElementsOf(boxes);
    assertThat(world.stores.operations().scanPages()).isGreaterThan(50 / 8L);
  }

  @Test
  void partitions_whose_rows_are_gone_come_too_so_that_callers_meet_them() {
    PartitionKey box = THINGS.partition(BOX.of("emptied"));
    world.stores.direct().write(batch(box).put(row(box)).build());
    world.stores.direct().write(batch(box).deletePartition().build());

    assertThat(world.ask(SimulatedWalkTest::walkedInSpiteOfFailures).value())
        .contains(List.of(box));
  }

  private static PlainBatch.Builder batch(PartitionKey box) {
    return PlainBatch.in(box, 1);
  }

  private static Row row(PartitionKey box) {
    return Row.of(box.row(PLACE.of(1)));
  }

  private static List<PartitionKey> walkedInSpiteOfFailures(Store store) {
    Iterator<PartitionKey> walk = store.partitions(PartitionWalk.of(THINGS));
    List<PartitionKey> walked = new ArrayList<>();
    while (true) {
      try {
        if (!walk.hasNext()) {
          return walked;
        }
        walked.add(walk.next());
      } catch (StoreException e) {
        assertThat(e.code()).isEqualTo(Code.UNAVAILABLE);
      }
    }
  }
}
