package io.messina.features.contents;

import static io.messina.features.FeatureRoom.AGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRoom;
import io.messina.features.TestTime;
import io.messina.runtime.ParallelCalls;
import io.messina.store.ForwardingStore;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.testkit.SimulatedStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Values of a store that reads several rows at once. */
final class ValuesAtOnceTest {

  private static final int AT_ONCE = 4;
  private static final EntityId BROKEN = new EntityId("e7");
  private static final ReadFailure AWAY = new ReadFailure("the store does not answer now", true);

  private final TestTime time = new TestTime();
  private final FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);
  private final SeveralAtOnce store = new SeveralAtOnce(room.store);
  private final Scalars scalars =
      new Scalars(
          room.catalog,
          store,
          time.wall(),
          room.clocks,
          new ParallelCalls(Thread.ofVirtual().factory(), AT_ONCE));
  private final List<EntityId> entities =
      IntStream.range(0, 10).mapToObj(number -> new EntityId("e" + number)).toList();

  @Test
  void values_are_read_several_at_once_and_answered_in_their_order() {
    List<ValueAnswer> expected = putAll();
    assertThat(ages()).isEqualTo(expected);
    assertThat(store.reads.get()).isEqualTo(3);
    room.close();
  }

  @Test
  void one_that_cannot_be_read_does_not_take_the_others_with_it() {
    List<ValueAnswer> expected = putAll();
    room.store.fail(key -> key.values().contains(BROKEN.text()));
    List<ValueAnswer> answers = ages();
    for (int i = 0; i < entities.size(); i++) {
      if (entities.get(i).equals(BROKEN)) {
        assertThat(answers.get(i)).isEqualTo(new ValueAnswer.Failed(AWAY.why(), AWAY.retryable()));
      } else {
        assertThat(answers.get(i)).isEqualTo(expected.get(i));
      }
    }
    room.close();
  }

  /** Every second one has a value. */
  private List<ValueAnswer> putAll() {
    room.catalog.create(AGE.name(), FeatureOptions.scalar(ValueType.INTEGER));
    for (int i = 0; i < entities.size(); i += 2) {
      scalars.put(AGE, entities.get(i), FeatureValue.integer(i), time.now());
    }
    return IntStream.range(0, entities.size())
        .<ValueAnswer>mapToObj(
            i ->
                i % 2 == 0
                    ? new ValueAnswer.Present(FeatureValue.integer(i), time.now())
                    : new ValueAnswer.Missing())
        .toList();
  }

  private List<ValueAnswer> ages() {
    return scalars.get(List.of(AGE), entities).stream().map(List::getFirst).toList();
  }

  /** Counts reads of several rows, which fail where one of them does. */
  private static final class SeveralAtOnce extends ForwardingStore {

    private final AtomicInteger reads = new AtomicInteger();

    private SeveralAtOnce(Store store) {
      super(store);
    }

    @Override
    public List<Optional<Row>> getEach(List<RowKey> keys) {
      reads.incrementAndGet();
      assertThat(keys).hasSizeLessThanOrEqualTo(AT_ONCE);
      return super.getEach(keys);
    }

    @Override
    public int rowsAtOnce() {
      return AT_ONCE;
    }
  }
}
