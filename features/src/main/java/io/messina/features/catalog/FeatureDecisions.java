package io.messina.features.catalog;

import io.messina.api.Wire;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.features.FeatureKey;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about the definitions of features; neither reads nor writes. A feature's row is named by
 * its key, in which there is a {@code #}; a feed's by the feed's name, in which there is none. A
 * feature with all its versions is one row, so that whatever changes, changes at once.
 */
final class FeatureDecisions {

  static final String KIND = "features";

  private static final Logger LOG = LoggerFactory.getLogger(FeatureDecisions.class);

  static final int FEATURES_MAX = 2_000;
  static final int VERSIONS_MAX = 100;

  /** With features and feeds that are deleted. */
  static final int NAMES_MAX = 10_000;

  private FeatureDecisions() {}

  /** Definitions that cannot be read are listed as unreadable; the others can be used. */
  static FeatureView view(Definitions definitions) {
    NavigableMap<String, FeatureRow> features = new TreeMap<>();
    NavigableMap<String, FeedDefinition> feeds = new TreeMap<>();
    NavigableMap<String, Integer> feedsGone = new TreeMap<>();
    Set<String> unreadable = new TreeSet<>();
    for (Definition row : definitions.rows().values()) {
      try {
        if (!isFeature(row) && row.deleted()) {
          feedsGone.put(row.name(), row.generation());
        } else if (!isFeature(row)) {
          feeds.put(row.name(), FeedDecisions.feed(row));
        } else if (!row.deleted()) {
          features.put(row.name(), FeatureRow.read(row));
        }
      } catch (RuntimeException e) {
        LOG.warn(
            "The definition of {} cannot be read; it is out of reach on this node", row.name(), e);
        unreadable.add(row.name());
      }
    }
    return new FeatureView(features, feeds, feedsGone, unreadable);
  }

  static Change<Created<FeatureRow>> create(
      Definitions standing,
      FeatureName name,
      Function<Optional<FeatureOptions>, FeatureOptions> options) {
    return standing
        .living(FeatureKey.of(name))
        .map(row -> changeOptions(row, name, kept -> options.apply(Optional.of(kept))))
        .orElseGet(() -> createNew(standing, name, options.apply(Optional.empty())));
  }

  static Change<Boolean> delete(Definitions standing, FeatureName name) {
    if (standing.living(FeatureKey.of(name)).isEmpty()) {
      return Change.none(false);
    }
    checkUnfed(standing, name, _ -> true);
    return Change.of(standing.living(FeatureKey.of(name)).orElseThrow().gone(), true);
  }

  static Change<Created<FeatureRow>> createVersion(
      Definitions standing, FeatureName name, FeatureVersion version) {
    Definition row = living(standing, name);
    FeatureRow feature = FeatureRow.read(row);
    if (feature.versions().containsKey(version.text())) {
      return Change.none(new Created<>(feature, false));
    }
    checkRoom("versions", feature.versions().size(), VERSIONS_MAX);
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

  /** The tag of a feature that is there. */
  static Optional<String> tag(Definitions standing, FeatureName name) {
    return standing.living(FeatureKey.of(name)).map(row -> FeatureRow.read(row).tag(name));
  }

  /** The tag of a version that is there, which is its feature's. */
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

  static void checkRoom(String what, int count, int max) {
    if (count >= max) {
      throw new RequestException.Refused(
          Reason.CONFLICT, what + ": " + count + " (expected: fewer before another is created)");
    }
  }

  /** Only for a new name, since the names of what was deleted stay. */
  static void checkNames(Definitions standing) {
    checkRoom("features and feeds, with deleted ones", standing.rows().size(), NAMES_MAX);
  }

  static RequestException.NotFound noFeature(FeatureName name) {
    return new RequestException.NotFound(
        RequestException.NotFound.Kind.FEATURE,
        "feature: " + name + " (expected: one that was created)");
  }

  static RequestException.NotFound noFeed(FeedName name) {
    return new RequestException.NotFound(
        RequestException.NotFound.Kind.FEATURE,
        "feed: " + name + " (expected: one that was created)");
  }

  static RequestException.NotFound noVersion(FeatureName name, FeatureVersion version) {
    return new RequestException.NotFound(
        RequestException.NotFound.Kind.FEATURE,
        "version: " + version.quoted() + " of " + name + " (expected: one that was created)");
  }

  private static Change<Created<FeatureRow>> createNew(
      Definitions standing, FeatureName name, FeatureOptions options) {
    checkRoom("features", living(standing), FEATURES_MAX);
    return standing
        .find(FeatureKey.of(name))
        .map(
            former -> {
              FeatureRow row = FeatureRow.read(former).createdAgain(options);
              return made(former.createdAgain(Wire.write(row)), row);
            })
        .orElseGet(
            () -> {
              checkNames(standing);
              FeatureRow row = FeatureRow.first(options);
              return made(Definition.first(FeatureKey.of(name), Wire.write(row)), row);
            });
  }

  private static Change<Created<FeatureRow>> made(Definition put, FeatureRow row) {
    return Change.of(put, new Created<>(row, true));
  }

  static Change<Created<FeatureRow>> change(
      Definitions standing, FeatureName name, UnaryOperator<FeatureOptions> wanted) {
    return changeOptions(living(standing, name), name, wanted);
  }

  private static Change<Created<FeatureRow>> changeOptions(
      Definition row, FeatureName name, UnaryOperator<FeatureOptions> wanted) {
    FeatureRow standing = FeatureRow.read(row);
    FeatureOptions options = wanted.apply(standing.options());
    if (standing.options().equals(options)) {
      return Change.none(new Created<>(standing, false));
    }
    FeatureOptions kept = standing.options();
    if (!new FeatureOptions(kept.type(), kept.valueType(), options.ttl(), kept.unique())
        .equals(options)) {
      throw new RequestException.Refused(
          Reason.CONFLICT, name + ": " + difference(options, kept) + ", as it was created)");
    }
    FeatureRow changed = standing.withOptions(options);
    return Change.of(row.changed(Wire.write(changed)), new Created<>(changed, false));
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

  private static int living(Definitions standing) {
    return (int)
        standing.rows().values().stream().filter(row -> !row.deleted() && isFeature(row)).count();
  }

  static boolean isFeature(Definition row) {
    return row.name().indexOf('#') >= 0;
  }
}
