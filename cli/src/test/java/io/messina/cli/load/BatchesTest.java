package io.messina.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.client.NewEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchesTest {

  @Test
  void a_batch_ends_at_its_count() throws IOException {
    assertThat(sizes("1\n2\n3\n4\n5\n", 2)).containsExactly(2, 2, 1);
    assertThat(sizes("1\n2\n3\n4\n", 2)).containsExactly(2, 2);
    assertThat(sizes("", 2)).isEmpty();
  }

  @Test
  void a_batch_ends_before_it_is_too_large_for_a_row_and_what_is_large_goes_alone()
      throws IOException {
    String half = "\"" + "x".repeat(60 << 10) + "\"\n";
    String large = "\"" + "x".repeat(500 << 10) + "\"\n";
    assertThat(sizes(half + half + half + large + half, 100)).containsExactly(2, 1, 1, 1);
  }

  private static List<Integer> sizes(String text, int countMax) throws IOException {
    Batches batches =
        new Batches(InputFormat.NDJSON.read(new BufferedReader(new StringReader(text))), countMax);
    List<Integer> sizes = new ArrayList<>();
    for (List<NewEvent> next = batches.next(); !next.isEmpty(); next = batches.next()) {
      sizes.add(next.size());
    }
    return sizes;
  }
}
