package io.messina.messaging.template;

import io.messina.api.Json;
import io.messina.api.Shown;
import io.messina.api.WireException;
import io.messina.api.message.MessageContent;
import io.messina.api.message.template.TemplateDefinition;
import io.messina.api.message.template.TemplateOptions;
import io.messina.messaging.ContentChecks;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A version of a template, ready to be filled. Immutable. */
public final class Template {

  private final TemplateDefinition definition;
  private volatile Map<String, ContentTemplate> compiled = Map.of(); // empty before the first use

  Template(TemplateDefinition definition) {
    this.definition = definition;
  }

  /**
   * Checks the options of a template.
   *
   * @return the parameters that its messages need
   * @throws WireException if it is no template of its channel
   */
  static List<String> check(TemplateOptions options) {
    Set<String> required = new LinkedHashSet<>();
    var _ = compiled(options, required);
    return List.copyOf(required);
  }

  private static Map<String, ContentTemplate> compiled(
      TemplateOptions options, Set<String> required) {
    Map<String, ContentTemplate> all = new LinkedHashMap<>();
    options
        .languages()
        .forEach(
            (language, content) ->
                all.put(
                    language,
                    ContentTemplate.of(
                        "languages." + language, options.channel(), content, required)));
    return all;
  }

  /** Its definition. */
  public TemplateDefinition definition() {
    return definition;
  }

  /**
   * Fills the placeholders.
   *
   * @param language empty for the template's default. A missing language falls back to a shorter
   *     one, as {@code pt-BR} to {@code pt}.
   * @param parameters a JSON object
   * @throws WireException if it has no such language, a parameter is missing, or the result does
   *     not fit the channel
   */
  public MessageContent render(Optional<String> language, Json parameters) {
    MessageContent content = language(language).render(new TemplateParameters(parameters));
    ContentChecks.checkComplete("content", definition.options().channel(), content);
    return content;
  }

  private ContentTemplate language(Optional<String> wanted) {
    Map<String, ContentTemplate> all = compiled;
    if (all.isEmpty()) {
      all = compiled(definition.options(), new LinkedHashSet<>());
      compiled = all;
    }
    String language = wanted.orElseGet(() -> definition.options().language());
    for (int end = language.length(); end > 0; end = lastDash(language, end)) {
      Optional<ContentTemplate> found = Optional.ofNullable(all.get(language.substring(0, end)));
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw TemplateErrors.of(
        "language",
        Shown.text(language),
        String.join(", ", definition.options().languages().keySet()));
  }

  private static int lastDash(String language, int before) {
    String head = language.substring(0, before);
    return Math.max(head.lastIndexOf('-'), head.lastIndexOf('_'));
  }
}
