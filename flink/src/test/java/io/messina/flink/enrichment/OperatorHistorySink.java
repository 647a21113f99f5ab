package io.messina.flink.enrichment;

import io.messina.enrich.Applied;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.StateRow;
import io.messina.flink.Click;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a job has put out: a checkpoint that is complete commits it, a crash takes the rest back.
 */
final class OperatorHistorySink {

  private final List<Put> open = new ArrayList<>();
  private final List<Long> outputs = new ArrayList<>();
  private final Map<Long, List<Applied>> letters = new HashMap<>();
  private long committed;

  /** An output, or the letter of an event. */
  private record Put(long position, boolean isLetter, Applied applied) {}

  void output(String position) {
    open.add(new Put(Long.parseLong(position), false, Applied.YES));
  }

  void letter(FailedEvent<String, Click> letter) {
    open.add(new Put(letter.event().position, true, letter.applied()));
  }

  long putOut() {
    return committed + open.size();
  }

  void commit(long upTo) {
    for (; committed < upTo; committed++) {
      Put put = open.remove(0);
      if (put.isLetter) {
        letters.computeIfAbsent(put.position, any -> new ArrayList<>()).add(put.applied);
      } else {
        outputs.add(put.position);
      }
    }
  }

  void rollBack() {
    open.clear();
  }

  /**
   * Compares with a fold of all events.
   *
   * @param once whether no checkpoint but the last was gone on with, so that nothing is there twice
   */
  List<String> wrong(List<Click> log, Map<String, StateRow<String>> rows, boolean once) {
    List<String> wrong = new ArrayList<>();
    Map<String, List<Long>> states = new HashMap<>();
    rows.forEach((key, row) -> states.put(key, positions(row)));
    for (Click click : log) {
      List<Long> state = states.getOrDefault(click.user, List.of());
      check(click, state.stream().filter(it -> it == click.position).count(), once, wrong);
    }
    states.forEach((key, state) -> inOrder("applied out of order", state, wrong));
    if (once) {
      for (String key : rows.keySet()) {
        List<Long> of =
            outputs.stream().filter(it -> log.get((int) (it - 1)).user.equals(key)).toList();
        inOrder("outputs out of order", of, wrong);
      }
    }
    return wrong;
  }

  private static List<Long> positions(StateRow<String> row) {
    String state = Objects.requireNonNull(row.state());
    return Arrays.stream(state.split(",", -1)).map(Long::valueOf).toList();
  }

  private void check(Click click, long applied, boolean once, List<String> wrong) {
    List<Applied> set = letters.getOrDefault(click.position, List.of());
    long emitted = outputs.stream().filter(it -> it == click.position).count();
    if (applied > 1) {
      wrong.add("applied twice: " + click);
    }
    if (applied == 0 && set.isEmpty()) {
      wrong.add("lost: " + click);
    }
    if (once && applied > 0 && set.contains(Applied.NO)) {
      wrong.add("set aside, but applied: " + click);
    }
    if (set.isEmpty() && emitted == 0) {
      wrong.add("no output: " + click);
    }
    if (once && set.size() + emitted > 1) {
      wrong.add("put out twice: " + click + " " + set + " and " + emitted);
    }
  }

  private static void inOrder(String what, List<Long> positions, List<String> wrong) {
    if (!positions.equals(positions.stream().sorted().toList())) {
      wrong.add(what + ": " + positions);
    }
  }
}
