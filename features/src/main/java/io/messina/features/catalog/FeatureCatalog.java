package io.messina.features.catalog;

import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.features.FeatureKey;
import io.messina.features.FeatureRef;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.WatchedDefinitions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What features, versions and feeds there are, the same for all nodes; see {@link
 * WatchedDefinitions} for how fresh a node's knowledge is and what changes throw beside {@link
 * RequestException}. A name that the node does not know is looked for in the store, so that all
 * nodes find it as soon as its creation is answered. A node looks at most every 100 ms, and
 * requests for names that do not exist wait for that. Safe for use by many threads.
 */
public final class FeatureCatalog implements AutoCloseable {

  private final WatchedDefinitions<FeatureView> definitions;
  private final SecondLook<FeatureView> secondLook;
  private final Precondition precondition;

  /**
   * A catalog that does not watch yet.
   *
   * @param context has the store, with the table {@link DefinitionTable#DEFINITIONS}; its threads
   *     watch and call listeners
   */
  public FeatureCatalog(Context context) {
    this.definitions =
        new WatchedDefinitions<>(FeatureDecisions.KIND, context, FeatureDecisions::view);
    this.secondLook = new SecondLook<>(context.time(), definitions::refresh);
    this.precondition = Precondition.NONE;
  }

  private FeatureCatalog(FeatureCatalog same, Precondition precondition) {
    this.definitions = same.definitions;
    this.secondLook = same.secondLook;
    this.precondition = precondition;
  }

  /**
   * The same catalog, whose changes are made only if something stands.
   *
   * @param expected checked with the tag of the feature or feed that is changed; that of a version
   *     is its feature's
   * @return needs not be closed
   */
  public FeatureCatalog expecting(Precondition expected) {
    return new FeatureCatalog(this, expected);
  }

  /** Begins to watch, and does not wait. To be called once. */
  public void start() {
    definitions.start();
  }

  /**
   * Whether definitions were ever read; until then the view is empty.
   *
   * @return true from the first successful read on
   */
  public boolean isLoaded() {
    return definitions.isLoaded();
  }

  /**
   * Whether definitions were read lately.
   *
   * @param age how long ago at most
   * @return false as long as the store does not answer
   */
  public boolean isReadWithin(Duration age) {
    return definitions.isReadWithin(age);
  }

  /**
   * What is known, from memory.
   *
   * @return what this node has read or written last
   */
  public FeatureView view() {
    return definitions.view();
  }

  /**
   * What stands now.
   *
   * @return all that was written until 1.5 seconds ago, and perhaps more
   * @throws RequestException.Unavailable if the store does not answer
   */
  public FeatureView freshView() {
    return definitions.freshView();
  }

  /**
   * Reads now.
   *
   * @return all that was written before the call, and perhaps more
   * @throws RequestException.Unavailable if the store does not answer
   */
  public FeatureView refresh() {
    return definitions.refresh();
  }

  /**
   * What a feature is like.
   *
   * @param name its name
   * @return its present creation
   * @throws RequestException.NotFound if there is no such feature
   * @throws RequestException.Refused if this version of Messina cannot read what it is like
   * @throws RequestException.Unavailable if the store does not answer for over 1.5 s
   */
  public FeatureDefinition feature(FeatureName name) {
    return row(name).definition(name);
  }

  private FeatureRow row(FeatureName name) {
    return known(view -> view.feature(name)).orElseThrow(() -> absent(name));
  }

  /**
   * What a feed does.
   *
   * @param name its name
   * @return its present creation
   * @throws RequestException.NotFound if there is no such feed
   * @throws RequestException.Refused if this version of Messina cannot read what it does
   * @throws RequestException.Unavailable if the store does not answer for over 1.5 s
   */
  public FeedDefinition feed(FeedName name) {
    return known(view -> view.feed(name))
        .orElseThrow(
            () ->
                view().unreadable().contains(name.value())
                    ? FeatureRow.unreadable(name.value())
                    : FeatureDecisions.noFeed(name));
  }

  /**
   * Finds a feature for those who read or write its contents.
   *
   * @param ref which, in which version
   * @param kind what it must be
   * @return where its contents are
   * @throws RequestException.NotFound if there is no such feature or version
   * @throws RequestException.Refused if it is of the other kind, or this version of Messina cannot
   *     read what it is like
   * @throws RequestException.Unavailable if the store does not answer for over 1.5 s: the feature
   *     may have been deleted
   */
  public StoredFeature find(FeatureRef ref, FeatureKind kind) {
    return find(ref).check(ref.name(), kind);
  }

  /**
   * Finds a feature of either kind.
   *
   * @param ref which, in which version
   * @return where its contents are
   * @throws RequestException.NotFound if there is no such feature or version
   * @throws RequestException.Refused if this version of Messina cannot read what it is like
   * @throws RequestException.Unavailable as {@link #find(FeatureRef, FeatureKind)} does
   */
  public StoredFeature find(FeatureRef ref) {
    return known(
            view -> view.feature(ref.name()).flatMap(it -> it.stored(ref.name(), ref.version())))
        .orElseThrow(() -> absent(ref));
  }

  /**
   * The same feature in the version that is meant now, whatever {@code latest} will mean later.
   *
   * @param ref which, in which version
   * @return a reference that names its version
   * @throws RequestException.NotFound if there is no such feature
   * @throws RequestException.Unavailable as {@link #find(FeatureRef, FeatureKind)} does
   */
  public FeatureRef pinned(FeatureRef ref) {
    return ref.version().isLatest() ? ref.in(row(ref.name()).latest()) : ref;
  }

  /**
   * Makes sure that a feature is there and has these options; of one that is there, the time to
   * live is changed. A feature that is created again after a deletion is empty; this returns once
   * all fresh nodes know of it, which takes up to two seconds.
   *
   * @param name its name
   * @param options what it is like
   * @return the feature, and whether this call created it
   * @throws RequestException.Refused if it is there with other options, or 2,000 features are
   */
  public Created<FeatureDefinition> create(FeatureName name, FeatureOptions options) {
    return create(name, _ -> options);
  }

  /**
   * Makes sure that a feature is there, with options made from the present ones: no change of
   * others is undone.
   *
   * @param name its name
   * @param options gives the options by those that stand, if any; perhaps several times. What it
   *     throws, this throws
   * @return the feature, and whether this call created it
   * @throws RequestException.Refused if it is there with other options, or 2,000 features are
   */
  public Created<FeatureDefinition> create(
      FeatureName name, Function<Optional<FeatureOptions>, FeatureOptions> options) {
    return shown(name, createRow(name, options));
  }

  Created<FeatureRow> createRow(
      FeatureName name, Function<Optional<FeatureOptions>, FeatureOptions> options) {
    return awaited(
        decide(name, standing -> FeatureDecisions.create(standing, name, options)),
        FeatureVersion.FIRST);
  }

  /**
   * Changes the options of a feature that is there: no change of others is undone.
   *
   * @param name its name
   * @param change gives the options by those that stand; perhaps several times. What it throws,
   *     this throws
   * @return the feature
   * @throws RequestException.NotFound if there is no such feature
   * @throws RequestException.Refused if anything but the time to live would change
   */
  public FeatureDefinition change(FeatureName name, UnaryOperator<FeatureOptions> change) {
    return decide(name, standing -> FeatureDecisions.change(standing, name, change))
        .value()
        .definition(name);
  }

  /**
   * Deletes a feature: within about a second nobody reaches its contents. They stay in the store
   * until they expire or are swept.
   *
   * @param name its name
   * @return whether it was there
   * @throws RequestException.Refused if a feed feeds it
   */
  public boolean delete(FeatureName name) {
    return decide(name, standing -> FeatureDecisions.delete(standing, name));
  }

  /**
   * Makes sure that a version is there, empty at first.
   *
   * @param name of which feature
   * @param version which
   * @return the feature, and whether this call created the version
   * @throws RequestException.NotFound if there is no such feature
   * @throws RequestException.Refused if it has 100 versions
   */
  public Created<FeatureDefinition> createVersion(FeatureName name, FeatureVersion version) {
    return shown(name, createVersionRow(name, version.exact()));
  }

  Created<FeatureRow> createVersionRow(FeatureName name, FeatureVersion version) {
    return awaited(
        decide(name, version, standing -> FeatureDecisions.createVersion(standing, name, version)),
        version);
  }

  /**
   * Deletes a version, as {@link #delete} does with a feature.
   *
   * @param name of which feature
   * @param version which
   * @return whether it was there
   * @throws RequestException.NotFound if there is no such feature
   * @throws RequestException.Refused if it is the latest one, or a feed feeds it
   */
  public boolean deleteVersion(FeatureName name, FeatureVersion version) {
    FeatureVersion certain = version.exact();
    return decide(
        name, certain, standing -> FeatureDecisions.deleteVersion(standing, name, certain));
  }

  /**
   * Marks a version as complete: from now on it is what {@code latest} means, for all readers of a
   * node at one moment, and for all nodes within about a second.
   *
   * @param name of which feature
   * @param version which; also one that was complete earlier, to go back
   * @return the feature
   * @throws RequestException.NotFound if there is no such feature or version
   */
  public FeatureDefinition complete(FeatureName name, FeatureVersion version) {
    FeatureVersion certain = version.exact();
    return decide(name, certain, standing -> FeatureDecisions.complete(standing, name, certain))
        .definition(name);
  }

  /**
   * Makes sure that a feed is there and has these options.
   *
   * @param name its name
   * @param options what it does
   * @return the feed, and whether this call created it
   * @throws RequestException.NotFound if there is no such feature or version
   * @throws RequestException.Refused if it is there with another stream, or 200 feeds are
   */
  public Created<FeedDefinition> createFeed(FeedName name, FeedOptions options) {
    Created<FeedDefinition> created =
        decide(name, standing -> FeedDecisions.create(standing, name, options));
    definitions.awaitCaches(created.value().generation());
    return created;
  }

  /**
   * Deletes a feed. What it has written stays.
   *
   * @param name its name
   * @return whether it was there
   */
  public boolean deleteFeed(FeedName name) {
    return decide(name, standing -> FeedDecisions.delete(standing, name));
  }

  /**
   * Reads what became of all that was ever created.
   *
   * @return all that was done before the call, and perhaps more
   * @throws RequestException.Unavailable if the store does not answer
   */
  public FeatureHistory history() {
    return new FeatureHistory(definitions.read());
  }

  /**
   * Waits until all fresh nodes know what this node knows now, which takes up to two seconds, or no
   * time if nothing has changed lately. From then on they neither read nor write what was deleted.
   */
  public void awaitCaches() {
    definitions.awaitCaches();
  }

  /** Ends the watch. Repeating it changes nothing. */
  @Override
  public void close() {
    definitions.close();
  }

  private <T> T decide(FeatureName name, Function<Definitions, Change<T>> decision) {
    return definitions.change(
        precondition, standing -> FeatureDecisions.tag(standing, name), decision);
  }

  private <T> T decide(
      FeatureName name, FeatureVersion version, Function<Definitions, Change<T>> decision) {
    return definitions.change(
        precondition, standing -> FeatureDecisions.tag(standing, name, version), decision);
  }

  private <T> T decide(FeedName name, Function<Definitions, Change<T>> decision) {
    return definitions.change(
        precondition, standing -> FeedDecisions.tag(standing, name), decision);
  }

  private <T> Optional<T> known(Function<FeatureView, Optional<T>> name) {
    return name.apply(definitions.freshView()).or(() -> name.apply(secondLook.now()));
  }

  private RequestException absent(FeatureRef ref) {
    return view().feature(ref.name()).isPresent()
        ? FeatureDecisions.noVersion(ref.name(), ref.version())
        : absent(ref.name());
  }

  private RequestException absent(FeatureName name) {
    return view().unreadable().contains(FeatureKey.of(name))
        ? FeatureRow.unreadable(name.toString())
        : FeatureDecisions.noFeature(name);
  }

  private Created<FeatureRow> awaited(Created<FeatureRow> created, FeatureVersion version) {
    definitions.awaitCaches(created.value().versions().getOrDefault(version.text(), 1));
    return created;
  }

  private static Created<FeatureDefinition> shown(FeatureName name, Created<FeatureRow> created) {
    return new Created<>(created.value().definition(name), created.isNew());
  }
}
