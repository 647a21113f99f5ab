package io.messina.features;

import io.messina.api.Wire;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.GenerationCatalog;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Decides about the definitions of features; neither reads nor writes. A feature's row is named by
 * its key, in which there is a {@code #}; a feed's by the feed's name, in which there is none. A
 * feature with all its versions is one row, so that all of a change applies at once.
 */
final class FeatureDecisions {

  static final String KIND = "features";

  static final int FEATURES_MAX = 2_000;
  static final int VERSIONS_MAX = 100;

  /** The limit includes deleted features and feeds. */
  static final int NAMES_MAX = 10_000;

  private static final GenerationCatalog.Kind<FeatureRow> FEATURES =
      new GenerationCatalog.Kind<>(
          KIND, FEATURES_MAX, NAMES_MAX, FeatureRow::read, it -> it, true, (_, _) -> {});

  private FeatureDecisions() {}

  /** The definitions that cannot be read are listed as unreadable; the others can be used. */
  static FeatureView view(Definitions definitions) {
    return new FeatureView(
        GenerationCatalog.view(FEATURES, only(FEATURES, definitions)),
        GenerationCatalog.view(FeedDecisions.FEEDS, only(FeedDecisions.FEEDS, definitions)));
  }

  /** The definitions of one of the two kinds, which share a fence. */
  private static Definitions only(GenerationCatalog.Kind<?> kind, Definitions all) {
    NavigableMap<String, Definition> rows = new TreeMap<>(all.rows());
    rows.values().removeIf(row -> isFeature(row) != kind.equals(FEATURES));
    return new Definitions(all.fence(), rows);
  }

  static Change<Created<Definition>> put(
      GenerationCatalog.Kind<?> kind, Definitions standing, String name, String json) {
    if (standing.find(name).isEmpty()) {
      GenerationCatalog.checkRoom(
          "features and feeds, with deleted ones", standing.rows().size(), NAMES_MAX);
    }
    return GenerationCatalog.put(kind, only(kind, standing), name, json);
  }

  static Change<Created<Definition>> create(
      Definitions standing,
      FeatureName name,
      Function<Optional<FeatureOptions>, FeatureOptions> options) {
    Optional<Definition> row = standing.find(FeatureKey.of(name));
    Optional<FeatureRow> former = row.map(FeatureRow::read);
    Optional<FeatureRow> living = former.filter(_ -> !row.orElseThrow().deleted());
    FeatureOptions wanted = options.apply(living.map(FeatureRow::options));
    living.ifPresent(it -> checkChange(name, it.options(), wanted));
    FeatureRow next =
        living
            .map(it -> it.withOptions(wanted))
            .or(() -> former.map(it -> it.createdAgain(wanted)))
            .orElseGet(() -> FeatureRow.first(wanted));
    return put(FEATURES, standing, FeatureKey.of(name), Wire.write(next));
  }

  static Change<Created<Definition>> change(
      Definitions standing, FeatureName name, UnaryOperator<FeatureOptions> change) {
    var _ = living(standing, name);
    return create(standing, name, present -> change.apply(present.orElseThrow()));
  }

  static Change<Boolean> delete(Definitions standing, FeatureName name) {
    if (standing.living(FeatureKey.of(name)).isPresent()) {
      checkUnfed(standing, name, _ -> true);
    }
    return GenerationCatalog.delete(standing, FeatureKey.of(name));
  }

  static Change<Created<FeatureRow>> createVersion(
      Definitions standing, FeatureName name, FeatureVersion version) {
    Definition row = living(standing, name);
    FeatureRow feature = FeatureRow.read(row);
    if (feature.versions().containsKey(version.text())) {
      return Change.none(new Created<>(feature, false));
    }
    GenerationCatalog.checkRoom("versions", feature.versions().size(), VERSIONS_MAX);
    FeatureRow more = feature.with(version.text());
    return Change.of(row.changed(Wire.write(more)), new Created<>(more, true));
  }

  static Change<Boolean> deleteVersion(
      Definitions standing, FeatureName name, FeatureVersion version) {
    Definition row = living(standing, name);
    FeatureRow feature = FeatureRow.read(row);
    if (!feature.versions().containsKey(version.text())) {
      return Change.none(false);
    }
    if (feature.latest().equals(version)) {
      throw new RequestException.Refused(
          Reason.CONFLICT,
          "version: "
              + version.quoted()
              + " (expected: another than the latest one; complete one first)");
    }
    checkUnfed(standing, name, version::equals);
    return Change.of(row.changed(Wire.write(feature.without(version.text()))), true);
  }

  static Change<FeatureRow> complete(
      Definitions standing, FeatureName name, FeatureVersion version) {
    Definition row = living(standing, name);
    FeatureRow feature = FeatureRow.read(row);
    if (!feature.versions().containsKey(version.text())) {
      throw noVersion(name, version);
    }
    FeatureRow switched = feature.withLatest(version);
    return feature.equals(switched)
        ? Change.none(switched)
        : Change.of(row.changed(Wire.write(switched)), switched);
  }

  /** The tag of a feature that exists. */
  static Optional<String> tag(Definitions standing, FeatureName name) {
    return standing.living(FeatureKey.of(name)).map(row -> FeatureRow.read(row).tag(name));
  }

  /** The tag of a version that exists: the tag of its feature. */
  static Optional<String> tag(Definitions standing, FeatureName name, FeatureVersion version) {
    return standing
        .living(FeatureKey.of(name))
        .map(FeatureRow::read)
        .filter(feature -> feature.versions().containsKey(version.text()))
        .map(feature -> feature.tag(name));
  }

  static Definition living(Definitions standing, FeatureName name) {
    return standing.living(FeatureKey.of(name)).orElseThrow(() -> noFeature(name));
  }

  static RequestException.NotFound noFeature(FeatureName name) {
    return missing("feature: " + name);
  }

  static RequestException.NotFound noFeed(FeedName name) {
    return missing("feed: " + name);
  }

  static RequestException.NotFound noVersion(FeatureName name, FeatureVersion version) {
    return missing("version: " + version.quoted() + " of " + name);
  }

  private static RequestException.NotFound missing(String what) {
    return new RequestException.NotFound(
        RequestException.NotFound.Kind.FEATURE, what + " (expected: one that was created)");
  }

  private static void checkChange(FeatureName name, FeatureOptions kept, FeatureOptions wanted) {
    if (!new FeatureOptions(kept.type(), kept.valueType(), wanted.ttl(), kept.unique())
        .equals(wanted)) {
      throw new RequestException.Refused(
          Reason.CONFLICT, name + ": " + difference(wanted, kept) + ", as it was created)");
    }
  }

  /** The first difference that is not allowed, in the words of the HTTP API. */
  private static String difference(FeatureOptions wanted, FeatureOptions kept) {
    if (wanted.type() != kept.type()) {
      return difference("type", wanted.type(), kept.type());
    }
    return wanted.valueType() == kept.valueType()
        ? difference("unique", wanted.unique(), kept.unique())
        : difference("value_type", wanted.valueType(), kept.valueType());
  }

  private static String difference(String field, Object wanted, Object kept) {
    return field + ": " + wanted + " (expected: " + kept;
  }

  private static void checkUnfed(
      Definitions standing, FeatureName name, Predicate<FeatureVersion> which) {
    for (Definition row : standing.rows().values()) {
      if (!row.deleted() && !isFeature(row)) {
        FeedDefinition feed = FeedDecisions.feed(row);
        if (feed.options().feature().equals(name) && which.test(feed.options().version())) {
          throw new RequestException.Refused(
              Reason.CONFLICT,
              name + ": fed by " + feed.name() + " (expected: no feed; delete it first)");
        }
      }
    }
  }

  private static boolean isFeature(Definition row) {
    return row.name().indexOf('#') >= 0;
  }
}
