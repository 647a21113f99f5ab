package io.messina.api.message.template;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.Json;
import io.messina.api.RecordField;
import java.util.Optional;

/**
 * How a template is to be shown.
 *
 * @param version absent for the latest one
 * @param language absent for that of the template
 * @param parameters an object
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record PreviewOptions(
    @Field(value = "absent for the latest one", min = "1") Optional<Integer> version,
    @Field("absent for that of the template") Optional<String> language,
    @Field(value = "an object with what fills the gaps", otherwise = "{}") Json parameters) {

  /**
   * Checked options.
   *
   * @throws io.messina.api.WireException if the version is below 1
   */
  public PreviewOptions {
    RecordField.check(PreviewOptions.class, version, language, parameters);
  }
}
