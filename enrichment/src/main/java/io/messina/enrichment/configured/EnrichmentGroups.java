package io.messina.enrichment.configured;

import io.messina.enrichment.catalog.EnrichmentView;
import io.messina.stream.catalog.CatalogGroup;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The groups of enrichments: each generation has one of its own, and so begins at the oldest event.
 * Any node deletes the groups of former generations that it finds, so that none is left over if a
 * deletion was cut short.
 *
 * @param site what enrichments work with
 */
record EnrichmentGroups(EnrichmentSite site) {

  private static final Pattern NAME = Pattern.compile("enrichment\\.(.+)\\.([1-9][0-9]{0,8})");

  void deleteThoseOfFormerGenerations() {
    EnrichmentView view = site.catalog().view();
    site.streams().deleteGroups(group -> isOver(group, view));
  }

  /** A group with such a name belongs to a program if there never was such an enrichment here. */
  private static boolean isOver(CatalogGroup group, EnrichmentView view) {
    Matcher matcher = NAME.matcher(group.id().name().value());
    return matcher.matches() && view.isOver(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }
}
