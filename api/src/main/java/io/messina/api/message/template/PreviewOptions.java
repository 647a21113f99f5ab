package io.messina.api.message.template;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.Json;
import io.messina.api.RecordField;
import java.util.Optional;

/** Options of a preview of a template. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record PreviewOptions(
    @Field(value = "version of the template; the latest if absent", min = "1")
        Optional<Integer> version,
    @Field("language; that of the template if absent") Optional<String> language,
    @Field(value = "object with the parameters of the template", otherwise = "{}")
        Json parameters) {

  public PreviewOptions {
    RecordField.check(PreviewOptions.class, version, language, parameters);
  }
}
