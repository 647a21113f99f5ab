package io.messina.features.catalog;

import io.messina.api.Wire;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.DefinitionTag;
import io.messina.runtime.definition.Definitions;
import java.util.Optional;

/** Decides about the definitions of feeds; neither reads nor writes. */
final class FeedDecisions {

  static final int FEEDS_MAX = 200;

  private FeedDecisions() {}

  static FeedDefinition feed(Definition row) {
    FeedOptions options = FeatureRow.read(row, FeedOptions.class);
    String id = row.name() + "@" + row.generation();
    return new FeedDefinition(
        new FeedName(row.name()),
        row.generation(),
        options,
        DefinitionTag.of(id, Wire.write(options)));
  }

  /** The tag of a feed that is there. */
  static Optional<String> tag(Definitions standing, FeedName name) {
    return standing.living(name.value()).map(row -> feed(row).tag());
  }

  static Change<Created<FeedDefinition>> create(
      Definitions standing, FeedName name, FeedOptions options) {
    checkFed(standing, options);
    Optional<Definition> living = standing.living(name.value());
    if (living.isPresent()) {
      return change(living.get(), options);
    }
    checkRoom(standing, name);
    Definition row =
        standing
            .find(name.value())
            .map(former -> former.createdAgain(Wire.write(options)))
            .orElseGet(() -> Definition.first(name.value(), Wire.write(options)));
    return Change.of(row, new Created<>(feed(row), true));
  }

  static Change<Boolean> delete(Definitions standing, FeedName name) {
    return standing
        .living(name.value())
        .map(row -> Change.of(row.gone(), true))
        .orElseGet(() -> Change.none(false));
  }

  private static Change<Created<FeedDefinition>> change(Definition row, FeedOptions options) {
    FeedDefinition standing = feed(row);
    if (standing.options().equals(options)) {
      return Change.none(new Created<>(standing, false));
    }
    if (!standing.options().stream().equals(options.stream())) {
      throw new RequestException.Refused(
          Reason.CONFLICT,
          "stream: "
              + options.stream()
              + " (expected: "
              + standing.options().stream()
              + ", as the feed was created)");
    }
    Definition changed = row.changed(Wire.write(options));
    return Change.of(changed, new Created<>(feed(changed), false));
  }

  private static void checkFed(Definitions standing, FeedOptions options) {
    FeatureRow feature = FeatureRow.read(FeatureDecisions.living(standing, options.feature()));
    feature
        .stored(options.feature(), options.version())
        .orElseThrow(() -> FeatureDecisions.noVersion(options.feature(), options.version()))
        .check(options.feature(), options.type());
  }

  private static void checkRoom(Definitions standing, FeedName name) {
    int living = 0;
    for (Definition row : standing.rows().values()) {
      living += row.deleted() || FeatureDecisions.isFeature(row) ? 0 : 1;
    }
    FeatureDecisions.checkRoom("feeds", living, FEEDS_MAX);
    if (standing.find(name.value()).isEmpty()) {
      FeatureDecisions.checkNames(standing);
    }
  }
}
