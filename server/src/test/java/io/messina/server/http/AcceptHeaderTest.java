package io.messina.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AcceptHeaderTest {

  @Test
  void the_highest_quality_counts_then_what_is_named_first() {
    assertThat(best("text/csv;q=0.5, application/json")).isEqualTo("application/json");
    assertThat(best("application/json;q=0.5, Text/CSV ; q=0.6")).isEqualTo("text/csv");
    assertThat(best("text/csv, application/json")).isEqualTo("text/csv");
    assertThat(best("application/*, text/csv;q=0.9")).isEqualTo("application/json");
    assertThat(best("text/csv, */*;q=0.1")).isEqualTo("text/csv");
  }

  @Test
  void whoever_names_none_that_there_is_gets_json() {
    for (String header : List.of("", "*/*", "text/html", "text/csv;q=0", "text/csv;q=x", ";,;")) {
      assertThat(best(header)).isEqualTo("application/json");
    }
  }

  private static String best(String header) {
    return AcceptHeader.best(header, List.of("application/json", "text/csv"));
  }
}
