package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.Json;
import io.messina.api.RecordField;
import java.util.Optional;

/** A template of the account of a message, and its parameters. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record TemplateUse(
    @Field("name of the template") TemplateName name,
    @Field(value = "version; the latest at acceptance if absent", min = "1")
        Optional<Integer> version,
    @Field("language; that of the template if absent; pt also matches pt-BR")
        Optional<String> language,
    @Field(value = "object with the parameters, at most 100000 characters", otherwise = "{}")
        Json parameters) {

  /** No parameters. */
  public static final Json NONE = new Json("{}");

  public TemplateUse {
    RecordField.check(TemplateUse.class, name, version, language, parameters);
  }

  /** The latest version, in the language of the template. */
  public static TemplateUse of(TemplateName name, Json parameters) {
    return new TemplateUse(name, Optional.empty(), Optional.empty(), parameters);
  }
}
