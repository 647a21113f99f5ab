package io.messina.features.contents;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRoom;
import io.messina.features.TestTime;
import io.messina.testkit.SimulatedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ListStormTest {

  private static final int READERS = 10_000;
  private static final int READS_MAX = 10;

  @Test
  void ten_thousand_equal_reads_at_once_are_ten_reads_of_the_store_at_most() throws Exception {
    TestTime time = new TestTime();
    CountDownLatch asking = new CountDownLatch(READERS);
    try (FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
      room.lists.add(PAGES, ALICE, List.of(item("a", 1)));
      room.store.reads();
      room.store.beforeRead(_ -> await(asking));
      List<Future<ItemPage>> pages = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        pages.add(
            threads.submit(
                () -> {
                  asking.countDown();
                  return room.lists.get(PAGES, ALICE, ListQuery.newest(10));
                }));
      }
      for (Future<ItemPage> page : pages) {
        assertThat(page.get(60, TimeUnit.SECONDS).items()).containsExactly(item("a", 1));
      }
      assertThat(room.store.reads()).isBetween(1, READS_MAX);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
