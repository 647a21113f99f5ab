package io.messina.features;

import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.WatchedDefinitions;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The features, versions and feeds of a cluster. A name that the node does not know is looked for
 * in the store, so that all nodes find it as soon as its creation is answered. A node looks at most
 * every 100 ms, and requests for names that do not exist wait for that.
 *
 * <p>Features and feeds share one fence, and so are not two kinds of {@link GenerationCatalog}: a
 * feature that a feed feeds cannot be deleted, and with two fences the creation of the feed and the
 * deletion of its feature could both succeed at the same time.
 */
public final class FeatureCatalog extends WatchedDefinitions<FeatureView> {

  private final SecondLook<FeatureView> secondLook;

  /**
   * A catalog that does not watch yet.
   *
   * @param context has the store, with the table {@link DefinitionTable#DEFINITIONS}; its threads
   *     watch and call listeners
   */
  public FeatureCatalog(Context context) {
    super(FeatureDecisions.KIND, context, FeatureDecisions::view);
    this.secondLook = new SecondLook<>(context.time(), this::refresh);
  }

  /**
   * Returns the present creation of a feature.
   *
   * @throws RequestException.NotFound if there is no such feature
   * @throws RequestException.Refused if this version of Messina cannot read its definition
   * @throws RequestException.Unavailable if the store does not answer for over 1.5 s
   */
  public FeatureDefinition feature(FeatureName name) {
    return row(name).definition(name);
  }

  private FeatureRow row(FeatureName name) {
    return known(view -> view.feature(name)).orElseThrow(() -> absent(name));
  }

  /**
   * Returns the present creation of a feed.
   *
   * @throws RequestException as {@link #feature} does
   */
  public FeedDefinition feed(FeedName name) {
    return known(view -> view.feed(name))
        .orElseThrow(
            () ->
                view().feeds().unreadable().contains(name.value())
                    ? FeatureRow.unreadable(name.value())
                    : FeatureDecisions.noFeed(name));
  }

  /**
   * Finds a feature whose contents are read or written.
   *
   * @param kind the kind that it must have
   * @throws RequestException.NotFound if there is no such feature or version
   * @throws RequestException.Refused if it is of the other kind, or this version of Messina cannot
   *     read its definition
   * @throws RequestException.Unavailable if the store does not answer for over 1.5 s: the feature
   *     may have been deleted
   */
  public StoredFeature find(FeatureRef ref, FeatureKind kind) {
    return find(ref).check(ref.name(), kind);
  }

  /** Finds a feature of either kind; throws as {@link #find(FeatureRef, FeatureKind)} does. */
  public StoredFeature find(FeatureRef ref) {
    return known(
            view -> view.feature(ref.name()).flatMap(it -> it.stored(ref.name(), ref.version())))
        .orElseThrow(() -> absent(ref));
  }

  /**
   * Names the version that a reference means now, so that a later change of {@code latest} has no
   * effect on it.
   *
   * @throws RequestException as {@link #find(FeatureRef, FeatureKind)} does
   */
  public FeatureRef pinned(FeatureRef ref) {
    return ref.version().isLatest() ? ref.in(row(ref.name()).latest()) : ref;
  }

  /** As {@link #create(FeatureName, Function, Precondition)}, with options and no precondition. */
  public Created<FeatureDefinition> create(FeatureName name, FeatureOptions options) {
    return create(name, _ -> options, Precondition.NONE);
  }

  /**
   * Creates a feature unless it exists; of one that exists, the time to live is changed. A feature
   * that is created again after a deletion is empty; this returns once all fresh nodes know of it,
   * which takes up to two seconds.
   *
   * @param options computes the options from the present ones, if any, so that no concurrent change
   *     is lost; called again after each. This throws its exceptions
   * @return the feature, and whether this call created it
   * @throws RequestException.Refused if it exists with other options, or 2,000 features exist
   */
  public Created<FeatureDefinition> create(
      FeatureName name,
      Function<Optional<FeatureOptions>, FeatureOptions> options,
      Precondition precondition) {
    return shown(name, createRow(name, options, precondition));
  }

  Created<FeatureRow> createRow(
      FeatureName name,
      Function<Optional<FeatureOptions>, FeatureOptions> options,
      Precondition precondition) {
    Created<Definition> created =
        decide(name, precondition, standing -> FeatureDecisions.create(standing, name, options));
    return awaited(
        new Created<>(FeatureRow.read(created.value()), created.isNew()), FeatureVersion.FIRST);
  }

  /**
   * Changes the options of a feature that exists.
   *
   * @param change computes the options from the present ones, as for {@link #create(FeatureName,
   *     Function, Precondition)}
   * @throws RequestException.NotFound if there is no such feature
   * @throws RequestException.Refused if anything but the time to live would change
   */
  public FeatureDefinition change(
      FeatureName name, UnaryOperator<FeatureOptions> change, Precondition precondition) {
    Definition changed =
        decide(name, precondition, standing -> FeatureDecisions.change(standing, name, change))
            .value();
    return FeatureRow.read(changed).definition(name);
  }

  /**
   * Deletes a feature: after about a second no node reaches its contents. They stay in the store
   * until they expire or are swept.
   *
   * @return whether it existed
   * @throws RequestException.Refused if a feed feeds it
   */
  public boolean delete(FeatureName name, Precondition precondition) {
    return decide(name, precondition, standing -> FeatureDecisions.delete(standing, name));
  }

  /**
   * Creates a version unless it exists, empty at first.
   *
   * @return the feature, and whether this call created the version
   * @throws RequestException.NotFound if there is no such feature
   * @throws RequestException.Refused if it has 100 versions
   */
  public Created<FeatureDefinition> createVersion(
      FeatureName name, FeatureVersion version, Precondition precondition) {
    return shown(name, createVersionRow(name, version.exact(), precondition));
  }

  Created<FeatureRow> createVersionRow(
      FeatureName name, FeatureVersion version, Precondition precondition) {
    return awaited(
        decide(
            name,
            version,
            precondition,
            standing -> FeatureDecisions.createVersion(standing, name, version)),
        version);
  }

  /**
   * Deletes a version, as {@link #delete} does with a feature.
   *
   * @return whether it existed
   * @throws RequestException.NotFound if there is no such feature
   * @throws RequestException.Refused if it is the latest one, or a feed feeds it
   */
  public boolean deleteVersion(
      FeatureName name, FeatureVersion version, Precondition precondition) {
    FeatureVersion certain = version.exact();
    return decide(
        name,
        certain,
        precondition,
        standing -> FeatureDecisions.deleteVersion(standing, name, certain));
  }

  /**
   * Marks a version as complete: from now on it is the one that {@code latest} means, for all
   * readers of a node at one moment, and for all nodes within about a second. An earlier complete
   * version may be marked again, to return to it.
   *
   * @throws RequestException.NotFound if there is no such feature or version
   */
  public FeatureDefinition complete(
      FeatureName name, FeatureVersion version, Precondition precondition) {
    FeatureVersion certain = version.exact();
    return decide(
            name,
            certain,
            precondition,
            standing -> FeatureDecisions.complete(standing, name, certain))
        .definition(name);
  }

  /**
   * Creates a feed with these options, or changes it to them.
   *
   * @return the feed, and whether this call created it
   * @throws RequestException.NotFound if there is no such feature or version
   * @throws RequestException.Refused if it exists with another stream, or 200 feeds exist
   */
  public Created<FeedDefinition> putFeed(
      FeedName name, FeedOptions options, Precondition precondition) {
    Created<Definition> created =
        decide(name, precondition, standing -> FeedDecisions.put(standing, name, options));
    awaitCaches(created.value().generation());
    return new Created<>(FeedDecisions.feed(created.value()), created.isNew());
  }

  /**
   * Deletes a feed. The contents that it has written stay.
   *
   * @return whether it existed
   */
  public boolean deleteFeed(FeedName name, Precondition precondition) {
    return decide(name, precondition, standing -> GenerationCatalog.delete(standing, name.value()));
  }

  /**
   * Reads the fate of all creations, those before the call included.
   *
   * @throws RequestException.Unavailable if the store does not answer
   */
  public FeatureHistory history() {
    return new FeatureHistory(read());
  }

  private <T> T decide(
      FeatureName name, Precondition precondition, Function<Definitions, Change<T>> decision) {
    return change(precondition, standing -> FeatureDecisions.tag(standing, name), decision);
  }

  private <T> T decide(
      FeatureName name,
      FeatureVersion version,
      Precondition precondition,
      Function<Definitions, Change<T>> decision) {
    return change(
        precondition, standing -> FeatureDecisions.tag(standing, name, version), decision);
  }

  private <T> T decide(
      FeedName name, Precondition precondition, Function<Definitions, Change<T>> decision) {
    return change(
        precondition,
        standing -> standing.living(name.value()).map(row -> FeedDecisions.feed(row).tag()),
        decision);
  }

  private <T> Optional<T> known(Function<FeatureView, Optional<T>> name) {
    return name.apply(freshView()).or(() -> name.apply(secondLook.now()));
  }

  private RequestException absent(FeatureRef ref) {
    return view().feature(ref.name()).isPresent()
        ? FeatureDecisions.noVersion(ref.name(), ref.version())
        : absent(ref.name());
  }

  private RequestException absent(FeatureName name) {
    return view().features().unreadable().contains(FeatureKey.of(name))
        ? FeatureRow.unreadable(name.toString())
        : FeatureDecisions.noFeature(name);
  }

  private Created<FeatureRow> awaited(Created<FeatureRow> created, FeatureVersion version) {
    awaitCaches(created.value().versions().getOrDefault(version.text(), 1));
    return created;
  }

  private static Created<FeatureDefinition> shown(FeatureName name, Created<FeatureRow> created) {
    return new Created<>(created.value().definition(name), created.isNew());
  }
}
