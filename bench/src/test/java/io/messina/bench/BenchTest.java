package io.messina.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchTest {

  @Test
  void the_names_of_all_are_listed_to_those_who_ask() throws Exception {
    for (List<String> arguments : List.of(List.of("--help"), List.of("-h"), List.<String>of())) {
      assertThat(
              Printed.by(
                  given -> Bench.main(given.toArray(String[]::new)),
                  arguments.toArray(String[]::new)))
          .startsWith("Usage: messina bench NAME")
          .contains("aggregates, cql, enrich, features, flink, http, messages, peers, streams");
    }
  }
}
