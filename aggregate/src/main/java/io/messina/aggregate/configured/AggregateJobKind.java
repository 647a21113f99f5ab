package io.messina.aggregate.configured;

import io.messina.aggregate.node.Aggregate;
import io.messina.api.Wire;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.Generations;
import io.messina.runtime.job.JobKind;
import io.messina.stream.GroupId;
import io.messina.stream.catalog.CatalogGroup;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Aggregates by configuration, and the data that they leave behind: groups, states, snapshots. */
final class AggregateJobKind
    implements JobKind<AggregateOptions, AggregateDefinition, RunningAggregate> {

  private static final Logger LOG = LoggerFactory.getLogger(AggregateJobKind.class);
  private static final Pattern FOLDER = Pattern.compile("(.+)\\.([1-9][0-9]{0,8})~[0-9]+");
  private static final Pattern GROUP = Pattern.compile("aggregate\\.(.+)\\.([1-9][0-9]{0,8})");

  /**
   * The time from one look for snapshots of former aggregates to the next; the next constant holds
   * after one that failed.
   */
  private static final Duration SWEEP = Duration.ofHours(1);

  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final AggregateSite site;
  private final LogOnce snapshots = new LogOnce(LOG, "snapshots of former aggregates stay for now");

  // Under this.
  private boolean isErased;
  private @Nullable Generations<AggregateDefinition> looked;
  private long nextNanos;

  AggregateJobKind(AggregateSite site) {
    this.site = site;
  }

  @Override
  public RequestException.NotFound.Kind missing() {
    return RequestException.NotFound.Kind.AGGREGATE;
  }

  @Override
  public void checkStream(AggregateOptions options) {
    if (site.streams().isLoaded()) {
      var _ = site.streams().stream(options.stream());
    }
  }

  @Override
  public AggregateOptions check(
      String name, AggregateOptions options, Generations<AggregateDefinition> standing) {
    for (String prefix : site.reserved()) {
      if (name.startsWith(prefix)) {
        throw new RequestException.Refused(
            RequestException.Refused.Reason.OUT_OF_BOUNDS,
            "aggregate: %s (expected: does not begin with %s, as the server's own aggregates do)"
                .formatted(name, prefix));
      }
    }
    return new Feasibility(site, standing).check(name, options);
  }

  @Override
  public String write(AggregateOptions options) {
    return Wire.write(options);
  }

  @Override
  public AggregateDefinition read(Definition row) {
    return new AggregateDefinition(
        new AggregateName(row.name()),
        row.generation(),
        Wire.read(row.json(), AggregateOptions.class),
        GenerationCatalog.tag(row));
  }

  /** Whether a default is stated makes no difference. */
  @Override
  public AggregateOptions options(AggregateDefinition definition) {
    AggregateOptions options = definition.options();
    return options.windows(ConfiguredAggregators.withoutDefaults(options.windows()));
  }

  @Override
  public String stream(AggregateOptions options) {
    return options.stream().value();
  }

  @Override
  public RunningAggregate begin(
      AggregateDefinition definition, Generations<AggregateDefinition> standing) {
    eraseOthers(standing);
    return RunningAggregate.start(site, definition);
  }

  /**
   * Once, before any begins, so that the state of one that begins is not taken for a former one.
   */
  private synchronized void eraseOthers(Generations<AggregateDefinition> standing) {
    if (isErased) {
      return;
    }
    if (!site.streams().isLoaded()) {
      throw new RequestException.Unavailable("what streams there are is not read yet");
    }
    Aggregate.eraseOthers(
        site.context(),
        site.streams(),
        site.settings(),
        groups(group -> GROUP.matcher(group.name().value()).matches() && !isOver(group, standing)));
    isErased = true;
  }

  private Set<GroupId> groups(Predicate<GroupId> wanted) {
    return site.streams().list().stream()
        .flatMap(stream -> site.streams().stream(stream.id().name()).groups().stream())
        .map(CatalogGroup::id)
        .filter(wanted)
        .collect(Collectors.toSet());
  }

  @Override
  public void end(RunningAggregate running, Generations<AggregateDefinition> standing) {
    GroupId group = running.counted().id();
    running.close();
    if (isOver(group, standing)) {
      Aggregate.erase(site.settings(), group);
    }
  }

  @Override
  public void deleteLeftovers(Generations<AggregateDefinition> standing) {
    deleteSnapshots(standing);
    site.streams().deleteGroups(group -> isOver(group.id(), standing));
    Rekeying.deleteLeftovers(site.streams(), standing);
  }

  /**
   * Also snapshots of aggregates that ended while no node could delete them; at most each hour
   * unless something has changed.
   */
  @SuppressWarnings("ReferenceEquality") // whether it is the very view that was looked at
  private synchronized void deleteSnapshots(Generations<AggregateDefinition> standing) {
    long nanos = site.context().time().nanoTime();
    if (site.settings().snapshots().isEmpty()
        || !site.streams().isLoaded()
        || (standing == looked && nanos - nextNanos < 0)) {
      return;
    }
    looked = standing;
    boolean done =
        snapshots.attempt(
            () ->
                Aggregate.eraseSnapshots(
                    site.context(),
                    site.streams(),
                    site.settings(),
                    name -> isOver(FOLDER, name, standing)));
    nextNanos = nanos + (done ? SWEEP : AGAIN).toNanos();
  }

  /**
   * A group with this kind of name belongs to a program if the aggregate has never existed here.
   */
  private static boolean isOver(GroupId group, Generations<AggregateDefinition> standing) {
    return isOver(GROUP, group.name().value(), standing);
  }

  private static boolean isOver(
      Pattern names, String name, Generations<AggregateDefinition> standing) {
    Matcher matcher = names.matcher(name);
    return matcher.matches()
        && standing.isOver(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }
}
