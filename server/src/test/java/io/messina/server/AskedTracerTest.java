package io.messina.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.server.config.ConfigurationException;
import io.messina.server.http.RequestTracer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AskedTracerTest {

  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

  @Test
  void the_standard_variables_ask_for_traces() {
    for (Map<String, String> asking :
        List.of(
            Map.of(ENDPOINT, "http://localhost:4318"),
            Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://localhost:4318/v1/traces"),
            Map.of("OTEL_TRACES_EXPORTER", "otlp"),
            Map.of("OTEL_TRACES_EXPORTER", "otlp", "OTEL_SDK_DISABLED", "false"))) {
      assertThat(AskedTracer.isAskedFor(asking)).as(asking.toString()).isTrue();
    }
    for (Map<String, String> not :
        List.of(
            Map.<String, String>of(),
            Map.of(ENDPOINT, ""),
            Map.of("OTEL_SERVICE_NAME", "shop"),
            Map.of(ENDPOINT, "http://localhost:4318", "OTEL_TRACES_EXPORTER", "none"),
            Map.of(ENDPOINT, "http://localhost:4318", "OTEL_SDK_DISABLED", "TRUE"))) {
      assertThat(AskedTracer.isAskedFor(not)).as(not.toString()).isFalse();
    }
  }

  @Test
  void an_endpoint_that_is_no_url_is_refused_at_the_start() {
    for (String wrong : List.of("http://x:99999", "http://a b")) {
      assertThatThrownBy(() -> AskedTracer.in(Map.of(ENDPOINT, wrong)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageStartingWith(ENDPOINT + ": ");
    }
  }

  @Test
  void without_the_module_there_are_no_spans() {
    assertThat(AskedTracer.in(Map.of(ENDPOINT, "http://localhost:4318")))
        .isSameAs(RequestTracer.NONE);
  }
}
