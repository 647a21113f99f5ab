package io.messina.api.message.template;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;
import io.messina.api.message.AccountName;
import io.messina.api.message.TemplateName;
import java.time.Instant;
import java.util.List;

/** A version of a template. It does not change. */
public record TemplateDefinition(
    @Field("account of the template") AccountName account,
    TemplateName name,
    @Field("version, from 1") int version,
    @Field("time of creation") Instant created,
    @JsonUnwrapped TemplateOptions options,
    @Field(
            "parameters that messages must give, in the order of their first use; those that begin"
                + " a section may be missing and are not named")
        List<String> parameters,
    String tag)
    implements Defined {

  public TemplateDefinition {
    parameters = List.copyOf(parameters);
  }
}
