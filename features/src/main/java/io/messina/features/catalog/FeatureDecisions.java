package io.messina.features.catalog;

import io.messina.features.FeatureDefinition;
import io.messina.features.FeatureException;
import io.messina.features.FeatureException.Refused.Reason;
import io.messina.features.FeatureName;
import io.messina.features.FeatureOptions;
import io.messina.features.FeatureVersion;
import io.messina.features.FeatureView;
import io.messina.features.FeedDefinition;
import io.messina.features.FeedName;
import io.messina.stream.catalog.Change;
import io.messina.stream.catalog.Created;
import io.messina.stream.catalog.Definition;
import io.messina.stream.catalog.Definitions;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What features make of their definitions: decides, and neither reads nor writes. A feature's row
 * is named by its key, in which there is a {@code #}; a feed's by the feed's name, in which there
 * is none. A feature with all its versions is one row, so that whatever changes, changes at once.
 */
final class FeatureDecisions {

  static final String KIND = "features";

  private static final Logger LOG = LoggerFactory.getLogger(FeatureDecisions.class);

  static final int FEATURES_MAX = 2_000;
  static final int VERSIONS_MAX = 100;

  /** With features and feeds that are deleted. */
  static final int NAMES_MAX = 10_000;

  private FeatureDecisions() {}

  /** What cannot be read is left out, and known as that: the others go on. */
  static FeatureView view(Definitions definitions) {
    NavigableMap<String, FeatureDefinition> features = new TreeMap<>();
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
          features.put(row.name(), feature(row));
        }
      } catch (RuntimeException e) {
        LOG.warn(
            "The definition of {} cannot be read; it is out of reach on this node", row.name(), e);
        unreadable.add(row.name());
      }
    }
    return new FeatureView(features, feeds, feedsGone, unreadable);
  }

  static Change<Created<FeatureDefinition>> create(
      Definitions standing,
      FeatureName name,
      Function<Optional<FeatureOptions>, FeatureOptions> options) {
    return standing
        .living(name.key())
        .map(row -> changeOptions(row, name, options))
        .orElseGet(() -> createNew(standing, name, options.apply(Optional.empty())));
  }

  static Change<Boolean> delete(Definitions standing, FeatureName name) {
    if (standing.living(name.key()).isEmpty()) {
      return Change.none(false);
    }
    checkUnfed(standing, name, _ -> true);
    return Change.of(standing.living(name.key()).orElseThrow().gone(), true);
  }

  static Change<Created<FeatureDefinition>> createVersion(
      Definitions standing, FeatureName name, FeatureVersion version) {
    Definition row = living(standing, name);
    FeatureRow feature = RowJson.feature(row);
    if (feature.versions().containsKey(version.text())) {
      return Change.none(new Created<>(feature.definition(name), false));
    }
    checkRoom("versions", feature.versions().size(), VERSIONS_MAX);
    FeatureRow more = feature.with(version.text());
    return Change.of(row.changed(RowJson.write(more)), new Created<>(more.definition(name), true));
  }

  static Change<Boolean> deleteVersion(
      Definitions standing, FeatureName name, FeatureVersion version) {
    Definition row = living(standing, name);
    FeatureRow feature = RowJson.feature(row);
    if (!feature.versions().containsKey(version.text())) {
      return Change.none(false);
    }
    if (feature.latest().equals(version.text())) {
      throw new FeatureException.Refused(
          Reason.CONFLICT,
          "version: " + version + " (expected: another than the latest one; complete one first)");
    }
    checkUnfed(standing, name, version::equals);
    return Change.of(row.changed(RowJson.write(feature.without(version.text()))), true);
  }

  static Change<FeatureDefinition> complete(
      Definitions standing, FeatureName name, FeatureVersion version) {
    Definition row = living(standing, name);
    FeatureRow feature = RowJson.feature(row);
    if (!feature.versions().containsKey(version.text())) {
      throw noVersion(name, version);
    }
    FeatureRow switched = feature.withLatest(version.text());
    FeatureDefinition answer = switched.definition(name);
    return feature.equals(switched)
        ? Change.none(answer)
        : Change.of(row.changed(RowJson.write(switched)), answer);
  }

  static Definition living(Definitions standing, FeatureName name) {
    return standing.living(name.key()).orElseThrow(() -> noFeature(name));
  }

  static FeatureDefinition feature(Definition row) {
    FeatureName name = FeatureName.ofKey(row.name());
    return RowJson.feature(row).definition(name);
  }

  static void checkRoom(String what, int count, int max) {
    if (count >= max) {
      throw new FeatureException.Refused(
          Reason.CONFLICT, what + ": " + count + " (expected: fewer before another is created)");
    }
  }

  /** Of a name that was never given before, since the others stay. */
  static void checkNames(Definitions standing) {
    checkRoom("features and feeds, with deleted ones", standing.rows().size(), NAMES_MAX);
  }

  static FeatureException.NotFound noFeature(FeatureName name) {
    return new FeatureException.NotFound("feature: " + name + " (expected: one that was created)");
  }

  static FeatureException.NotFound noFeed(FeedName name) {
    return new FeatureException.NotFound("feed: " + name + " (expected: one that was created)");
  }

  static FeatureException.NotFound noVersion(FeatureName name, Object version) {
    return new FeatureException.NotFound(
        "version: " + version + " of " + name + " (expected: one that was created)");
  }

  private static Change<Created<FeatureDefinition>> createNew(
      Definitions standing, FeatureName name, FeatureOptions options) {
    checkRoom("features", living(standing), FEATURES_MAX);
    return standing
        .find(name.key())
        .map(
            former -> {
              FeatureRow row = RowJson.feature(former).createdAgain(options);
              return made(former.createdAgain(RowJson.write(row)), row, name);
            })
        .orElseGet(
            () -> {
              checkNames(standing);
              FeatureRow row = FeatureRow.first(options);
              return made(Definition.first(name.key(), RowJson.write(row)), row, name);
            });
  }

  private static Change<Created<FeatureDefinition>> made(
      Definition put, FeatureRow row, FeatureName name) {
    return Change.of(put, new Created<>(row.definition(name), true));
  }

  private static Change<Created<FeatureDefinition>> changeOptions(
      Definition row, FeatureName name, Function<Optional<FeatureOptions>, FeatureOptions> wanted) {
    FeatureRow standing = RowJson.feature(row);
    FeatureOptions options = wanted.apply(Optional.of(standing.options()));
    if (standing.options().equals(options)) {
      return Change.none(new Created<>(standing.definition(name), false));
    }
    FeatureOptions kept = standing.options();
    if (!new FeatureOptions(kept.kind(), kept.valueType(), options.ttl(), kept.unique())
        .equals(options)) {
      throw new FeatureException.Refused(
          Reason.CONFLICT, name + ": " + difference(options, kept) + ", as it was created)");
    }
    FeatureRow changed = standing.withOptions(options);
    return Change.of(
        row.changed(RowJson.write(changed)), new Created<>(changed.definition(name), false));
  }

  /** The first one of what cannot be changed, in the words of the HTTP API. */
  private static String difference(FeatureOptions wanted, FeatureOptions kept) {
    if (wanted.kind() != kept.kind()) {
      return difference("type", lower(wanted.kind()), lower(kept.kind()));
    }
    return wanted.valueType() == kept.valueType()
        ? difference("unique", wanted.unique(), kept.unique())
        : difference("value_type", lower(wanted.valueType()), lower(kept.valueType()));
  }

  private static String difference(String field, Object wanted, Object kept) {
    return field + ": " + wanted + " (expected: " + kept;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static void checkUnfed(
      Definitions standing, FeatureName name, Predicate<FeatureVersion> which) {
    for (Definition row : standing.rows().values()) {
      if (!row.deleted() && !isFeature(row)) {
        FeedDefinition feed = FeedDecisions.feed(row);
        if (feed.options().feature().equals(name) && which.test(feed.options().version())) {
          throw new FeatureException.Refused(
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
