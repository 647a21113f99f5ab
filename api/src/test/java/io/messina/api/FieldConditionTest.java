package io.messina.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.aggregate.AggregateFields;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FieldConditionTest {

  @Test
  void null_is_a_value_and_absent_is_none() {
    assertThat(equal("{\"field\":\"/a\",\"equals\":null}")).contains(new Json("null"));
    assertThat(equal("{\"field\":\"/a\",\"equals\":1.50}")).contains(new Json("1.50"));
    assertThat(equal("{\"field\":\"/a\"}")).isEmpty();
  }

  private static Optional<Json> equal(String condition) {
    String json = "{\"group_by\":[],\"where\":[" + condition + "]}";
    AggregateFields fields =
        Wire.read(json.getBytes(StandardCharsets.UTF_8), AggregateFields.class);
    assertThat(Wire.write(fields)).contains(condition);
    return fields.where().get(0).equals();
  }
}
