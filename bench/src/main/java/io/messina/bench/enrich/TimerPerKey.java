package io.messina.bench.enrich;

import io.messina.enrich.StateRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * The published design for this job: one request per key at a time, further events in keyed state,
 * answers put into a map by threads of the database, and a timer for each key that looks there.
 * Without its cache, retries and time-outs.
 */
@SuppressWarnings("NullAway.Init") // filled by open
final class TimerPerKey extends KeyedProcessFunction<Integer, Tuple2<Integer, Integer>, Integer> {

  private static final long serialVersionUID = 1L;

  private final int permitsMax;
  private transient Semaphore permits;
  private transient Map<Integer, Optional<StateRow<Long>>> answers;
  private transient ValueState<Boolean> loading;

  /** The number of events in the write under way; none while the row is read. */
  private transient ValueState<Integer> writing;

  private transient ListState<Integer> buffer;

  TimerPerKey(int permitsMax) {
    this.permitsMax = permitsMax;
  }

  @Override
  public void open(OpenContext context) {
    permits = new Semaphore(permitsMax);
    answers = new ConcurrentHashMap<>();
    loading = getRuntimeContext().getState(new ValueStateDescriptor<>("loading", Types.BOOLEAN));
    writing = getRuntimeContext().getState(new ValueStateDescriptor<>("writing", Types.INT));
    buffer = getRuntimeContext().getListState(new ListStateDescriptor<>("buffer", Types.INT));
  }

  @Override
  public void processElement(
      Tuple2<Integer, Integer> click, Context context, Collector<Integer> outputs)
      throws Exception {
    buffer.add(click.f1);
    if (loading.value() == null) {
      loading.update(true);
      read(context);
    }
  }

  private void read(Context context) throws InterruptedException {
    Integer key = context.getCurrentKey();
    permits.acquire();
    FlinkRound.database().read(key, row -> answered(key, row));
    lookLater(context);
  }

  private void answered(Integer key, @Nullable StateRow<Long> row) {
    answers.put(key, Optional.ofNullable(row));
    permits.release();
  }

  private static void lookLater(Context context) {
    context
        .timerService()
        .registerProcessingTimeTimer(context.timerService().currentProcessingTime() + 1);
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<Integer> outputs)
      throws Exception {
    Integer key = context.getCurrentKey();
    Optional<StateRow<Long>> answer = answers.remove(key);
    if (answer == null) {
      lookLater(context);
      return;
    }
    List<Integer> numbers = new ArrayList<>();
    buffer.get().forEach(numbers::add);
    Integer written = writing.value();
    if (written == null) {
      Long before = answer.map(StateRow::state).orElse(0L);
      StateRow<Long> row =
          new StateRow<>(
              (before == null ? 0 : before) + numbers.size(), 1, numbers.get(numbers.size() - 1));
      writing.update(numbers.size());
      permits.acquire();
      FlinkRound.database().write(key, row, applied -> answered(key, applied));
      lookLater(context);
      return;
    }
    numbers.subList(0, written).forEach(outputs::collect);
    writing.clear();
    List<Integer> left = numbers.subList(written, numbers.size());
    buffer.update(left);
    if (left.isEmpty()) {
      loading.clear();
    } else {
      read(context);
    }
  }
}
