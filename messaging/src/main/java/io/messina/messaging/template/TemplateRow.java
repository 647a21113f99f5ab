package io.messina.messaging.template;

import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.TemplateName;
import io.messina.api.message.template.TemplateDefinition;
import io.messina.api.message.template.TemplateOptions;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.NameRange;
import java.time.Instant;
import java.util.List;

/**
 * The JSON of a version of a template in the table of definitions. The latest version has the name
 * of the template, former ones {@code name@0000000007}; the number is the row's generation.
 *
 * @param parameters that its messages need
 */
record TemplateRow(Instant created, TemplateOptions options, List<String> parameters) {

  /** No name of a template has it. */
  private static final char SEPARATOR = '@';

  static TemplateRow of(Definition row) {
    return Wire.read(row.json(), TemplateRow.class);
  }

  static TemplateDefinition definition(AccountName account, Definition row) {
    TemplateRow kept = of(row);
    int separator = row.name().indexOf(SEPARATOR);
    String name = separator < 0 ? row.name() : row.name().substring(0, separator);
    return new TemplateDefinition(
        account,
        new TemplateName(name),
        row.generation(),
        kept.created,
        kept.options,
        kept.parameters,
        tag(row.renamed(name)));
  }

  static String tag(Definition row) {
    return GenerationCatalog.tag(row);
  }

  boolean saysAs(TemplateRow other) {
    return options.equals(other.options);
  }

  static boolean isLatest(Definition row) {
    return !row.deleted() && row.name().indexOf(SEPARATOR) < 0;
  }

  /** The row of a version for which there is a later one. */
  static Definition kept(Definition latest) {
    return latest.renamed(name(latest.name(), latest.generation()));
  }

  /**
   * The row of a deleted template, which keeps its number, so that no version of its name comes
   * twice.
   */
  static Definition emptied(Definition latest) {
    return latest.changed("").gone();
  }

  /** Former versions, up to a number. */
  static NameRange upTo(TemplateName name, int version) {
    return new NameRange(name(name.value(), 0), name(name.value(), version) + '\0');
  }

  /** All former versions. */
  static NameRange versions(TemplateName name) {
    return NameRange.beginning(name.value() + SEPARATOR);
  }

  private static String name(String name, int version) {
    return name + SEPARATOR + "%010d".formatted(version);
  }
}
