package io.messina.features.contents;

import static io.messina.features.FeatureRoom.AGE;
import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRoom;
import io.messina.features.TestTime;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.testkit.SimulatedStore;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ReadFailureTest {

  private final TestTime time = new TestTime();

  @AutoClose
  private final FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);

  @BeforeEach
  void create() {
    room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
    room.catalog.create(AGE.name(), FeatureOptions.scalar(ValueType.INTEGER));
  }

  @Test
  void where_the_store_is_away_asking_again_may_help() {
    failing(new StoreUnavailableException("10.0.0.7:9042 is away"));
    assertFailed(new ReadFailure("the store does not answer now", true));
  }

  @Test
  void what_is_damaged_is_not_asked_for_again() {
    failing(new StoreException(StoreException.Code.DAMAGED, "block 7 of /data/000012.sst"));
    assertFailed(new ReadFailure("it cannot be read; the log of the server tells why", false));
  }

  private void failing(RuntimeException failure) {
    room.store.beforeRead(
        _ -> {
          throw failure;
        });
  }

  private void assertFailed(ReadFailure expected) {
    assertThat(room.lists.getEach(PAGES, List.of(ALICE), ListQuery.newest(1)))
        .containsExactly(new ListAnswer.Failed(ALICE, expected.why(), expected.retryable()));
    assertThat(room.scalars.get(List.of(AGE), List.of(ALICE)).getFirst())
        .containsExactly(new ValueAnswer.Failed(expected.why(), expected.retryable()));
  }
}
