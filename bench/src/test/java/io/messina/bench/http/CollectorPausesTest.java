package io.messina.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CollectorPausesTest {

  private static final int TRIES = 1_000;

  @Test
  void the_longest_pause_and_their_sum_are_told_once() {
    CollectorPauses pauses = CollectorPauses.start();
    pauses.add(3);
    pauses.add(20);
    pauses.add(5);
    assertThat(pauses.take()).isEqualTo("20 28");
  }

  @Test
  void collections_of_this_process_are_counted() {
    CollectorPauses pauses = CollectorPauses.start();
    String taken = pauses.take();
    for (int i = 0; i < TRIES && taken.equals("0 0"); i++) {
      System.gc();
      taken = pauses.take();
    }
    assertThat(taken).matches("[1-9][0-9]* [1-9][0-9]*");
  }

  @Test
  void parts_of_a_collector_that_run_beside_the_program_are_no_pauses() {
    assertThat(CollectorPauses.pauses("G1 Young Generation")).isTrue();
    assertThat(CollectorPauses.pauses("ZGC Minor Pauses")).isTrue();
    assertThat(CollectorPauses.pauses("G1 Concurrent GC")).isFalse();
    assertThat(CollectorPauses.pauses("ZGC Major Cycles")).isFalse();
  }
}
