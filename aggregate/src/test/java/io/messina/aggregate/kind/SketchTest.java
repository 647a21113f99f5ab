package io.messina.aggregate.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Bytes;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SketchTest {

  private static final int RUNS = 1_000;
  private static final int MEMBERS = 20_000;

  /** The standard error is 0.78 / sqrt(2^p); of so many runs it is met within a tenth. */
  @Test
  void the_error_is_that_of_the_theory() {
    for (int precision : new int[] {10, 12}) {
      double squares = 0;
      for (int run = 0; run < RUNS; run++) {
        SplittableRandom random = new SplittableRandom(run);
        Sketch sketch = new Sketch(precision);
        for (int i = 0; i < MEMBERS; i++) {
          sketch.add(random.nextLong());
        }
        double error = sketch.estimate() / MEMBERS - 1;
        squares += error * error;
      }
      assertThat(Math.sqrt(squares / RUNS)).isBetween(0.0, 1.1 * 0.78 / Math.sqrt(1 << precision));
    }
  }

  @Test
  void few_members_are_counted_exactly_in_a_few_bytes() {
    Sketch sketch = new Sketch(12);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 128; i++) {
      long hash = random.nextLong();
      sketch.add(hash);
      sketch.add(hash);
    }
    assertThat(sketch.estimate()).isEqualTo(128);
    assertThat(sketch.encode().length()).isEqualTo(2 + 128 * 8);
    sketch.add(1);
    assertThat(sketch.encode().length()).isEqualTo(2 + 4096);
    assertThat(sketch.estimate()).isBetween(120.0, 140.0);
  }

  @Test
  void parts_together_are_as_one_that_had_all() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Sketch all = new Sketch(10);
      Sketch one = new Sketch(10);
      Sketch other = new Sketch(10);
      int members = random.nextInt(200);
      for (int i = 0; i < members; i++) {
        long hash = random.nextLong(300);
        hash *= 0x9E37_79B9_7F4A_7C15L;
        all.add(hash);
        (random.nextBoolean() ? one : other).add(hash);
      }
      Sketch merged = Sketch.decode(one.encode());
      merged.add(Sketch.decode(other.encode()));
      assertThat(merged.encode()).as("seed %d", seed).isEqualTo(all.encode());
    }
  }

  @Test
  void other_bytes_and_other_precisions_are_refused() {
    assertThatThrownBy(() -> Sketch.decode(Bytes.wrap(new byte[] {7, 12})))
        .hasMessageContaining("form 7");
    assertThatThrownBy(() -> new Sketch(12).add(new Sketch(10)))
        .hasMessageContaining("precision: 10");
  }
}
