package io.messina.messaging.template;

import io.messina.api.message.AccountName;
import io.messina.api.message.TemplateName;
import io.messina.api.message.template.TemplateDefinition;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The templates of an account, as a node knows them. Immutable.
 *
 * @param versions of each template, by name and number
 */
record AccountTemplates(NavigableMap<String, NavigableMap<Integer, Template>> versions) {

  static AccountTemplates of(AccountName account, Definitions rows) {
    NavigableMap<String, NavigableMap<Integer, Template>> all = new TreeMap<>();
    for (Definition row : rows.rows().values()) {
      if (!row.deleted()) {
        TemplateDefinition definition = TemplateRow.definition(account, row);
        all.computeIfAbsent(definition.name().value(), _ -> new TreeMap<>())
            .put(definition.version(), new Template(definition));
      }
    }
    return new AccountTemplates(all);
  }

  Optional<Template> find(TemplateName name, Optional<Integer> version) {
    NavigableMap<Integer, Template> some = of(name);
    return version.isPresent()
        ? Optional.ofNullable(some.get(version.get()))
        : some.isEmpty() ? Optional.empty() : Optional.of(some.lastEntry().getValue());
  }

  List<TemplateDefinition> latest() {
    return versions.values().stream()
        .map(some -> some.lastEntry().getValue().definition())
        .toList();
  }

  List<TemplateDefinition> versions(TemplateName name) {
    return of(name).values().stream().map(Template::definition).toList();
  }

  private NavigableMap<Integer, Template> of(TemplateName name) {
    return versions.getOrDefault(name.value(), Collections.emptyNavigableMap());
  }
}
