package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.Json;
import io.messina.api.RecordField;
import java.util.Optional;

/**
 * A template of the message's account, and what fills its gaps.
 *
 * @param name of the template
 * @param version absent for the latest one when the message is accepted
 * @param language absent for that of the template; another that it does not speak refuses the
 *     message, but that {@code pt} stands for {@code pt-BR}
 * @param parameters an object; up to 100,000 characters
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record TemplateUse(
    @Field("of which template of the account") TemplateName name,
    @Field(value = "absent for the latest one", min = "1") Optional<Integer> version,
    @Field("absent for that of the template") Optional<String> language,
    @Field(value = "an object with what fills the gaps", otherwise = "{}") Json parameters) {

  /** No parameters. */
  public static final Json NONE = new Json("{}");

  /**
   * A checked use.
   *
   * @throws io.messina.api.WireException if the version is below 1
   */
  public TemplateUse {
    RecordField.check(TemplateUse.class, name, version, language, parameters);
  }

  /**
   * The latest version, in the language of the template.
   *
   * @param name of the template
   * @param parameters an object
   * @return the use
   */
  public static TemplateUse of(TemplateName name, Json parameters) {
    return new TemplateUse(name, Optional.empty(), Optional.empty(), parameters);
  }
}
