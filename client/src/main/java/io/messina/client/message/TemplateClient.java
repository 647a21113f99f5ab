package io.messina.client.message;

import io.messina.api.message.MessageContent;
import io.messina.api.message.TemplateName;
import io.messina.api.message.template.PreviewOptions;
import io.messina.api.message.template.TemplateDefinition;
import io.messina.api.message.template.TemplateOptions;
import io.messina.api.message.template.TemplatePreview;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.util.List;

/**
 * A template of an account. Its versions do not change: other options than the latest one has make
 * the next one. Safe for use by many threads.
 */
public final class TemplateClient
    extends DefinitionClient<TemplateOptions, TemplateDefinition, TemplateDefinition> {

  TemplateClient(Transport transport, String templates, TemplateName name) {
    super(
        new Place<>(
            transport, templates, name, TemplateDefinition.class, TemplateDefinition.class));
  }

  /**
   * A version.
   *
   * @param version from 1
   * @return its content and its parameters
   * @throws MessinaException.NotFound if the version does not exist
   */
  public TemplateDefinition get(int version) {
    return read(place().path() + Query.NONE.with("version", version), TemplateDefinition.class);
  }

  /**
   * All versions.
   *
   * @return by their numbers
   */
  public List<TemplateDefinition> versions() {
    return list("versions", TemplateDefinition.class);
  }

  /**
   * Renders a message from it.
   *
   * @param options the version and language, and the values of the parameters
   * @return the {@link MessageContent}, and for SMS its encoding and parts
   * @throws MessinaException.Refused with a sentence that names a parameter that is missing
   */
  public TemplatePreview preview(PreviewOptions options) {
    return post("preview", options, Repeat.ALWAYS, TemplatePreview.class);
  }
}
