package io.messina.features;

import io.messina.api.Wire;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.GenerationCatalog;

/** Decides about the definitions of feeds; neither reads nor writes. */
final class FeedDecisions {

  static final GenerationCatalog.Kind<FeedDefinition> FEEDS =
      new GenerationCatalog.Kind<>(
          "feeds",
          200,
          FeatureDecisions.NAMES_MAX,
          FeedDecisions::feed,
          FeedDefinition::options,
          true,
          FeedDecisions::checkChange);

  private FeedDecisions() {}

  static FeedDefinition feed(Definition row) {
    FeedOptions options = FeatureRow.read(row, FeedOptions.class);
    return new FeedDefinition(
        new FeedName(row.name()),
        row.generation(),
        options,
        GenerationCatalog.tag(row.changed(Wire.write(options))));
  }

  static Change<Created<Definition>> put(Definitions standing, FeedName name, FeedOptions options) {
    FeatureRow.read(FeatureDecisions.living(standing, options.feature()))
        .stored(options.feature(), options.version())
        .orElseThrow(() -> FeatureDecisions.noVersion(options.feature(), options.version()))
        .check(options.feature(), options.type());
    return FeatureDecisions.put(FEEDS, standing, name.value(), Wire.write(options));
  }

  private static void checkChange(FeedDefinition standing, FeedDefinition wanted) {
    if (!standing.options().stream().equals(wanted.options().stream())) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.CONFLICT,
          "stream: %s (expected: %s, as the feed was created)"
              .formatted(wanted.options().stream(), standing.options().stream()));
    }
  }
}
