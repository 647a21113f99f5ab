package io.messina.api.message.template;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.message.AccountName;
import io.messina.api.message.TemplateName;
import java.time.Instant;
import java.util.List;

/**
 * A version of a template. It does not change.
 *
 * @param account whose it is
 * @param name its name
 * @param version from 1
 * @param created when
 * @param options what it says
 * @param parameters what messages of it have to give, in the order in which they are used first;
 *     those that begin a section may be missing and are not named
 * @param tag another one after each change
 */
public record TemplateDefinition(
    @Field("whose it is") AccountName account,
    TemplateName name,
    @Field("from 1") int version,
    @Field("when it was made") Instant created,
    @JsonUnwrapped TemplateOptions options,
    @Field("what messages have to give") List<String> parameters,
    String tag) {

  /** Keeps a copy of the names. */
  public TemplateDefinition {
    parameters = List.copyOf(parameters);
  }
}
