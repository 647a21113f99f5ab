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
   * Checks what a template shall say.
   *
   * @return the parameters that its messages need
   * @throws WireException with a sentence, if it is no template of its channel
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

  /** What it is. */
  public TemplateDefinition definition() {
    return definition;
  }

  /**
   * Fills the gaps.
   *
   * @param language wanted; empty for its own one. If it has no such language, a shorter one stands
   *     for it, as {@code pt} for {@code pt-BR}.
   * @param parameters an object
   * @throws WireException with a sentence, if it does not speak that language, a parameter is
   *     missing, or what it says then does not fit the channel
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
