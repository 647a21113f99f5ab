package io.messina.aggregate.configured;

import io.messina.aggregate.field.EventFields;
import io.messina.aggregate.kind.Kinds;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateForm;
import io.messina.api.aggregate.AggregateKind;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.MemberForm;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Generations;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.Streams;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether members are sent to other shards, and names the streams between: {@code
 * aggregate.NAME.GENERATION.members.N}, where N is the generation of the stream that is counted.
 */
final class Rekeying {

  private static final Pattern MEMBERS =
      Pattern.compile("aggregate\\.(.+)\\.([1-9][0-9]{0,8})\\.members\\.([1-9][0-9]{0,8})");

  private static final Duration RETENTION_MIN = Duration.ofDays(1);

  private Rekeying() {}

  /**
   * Decides it from the key of the stream, unless the definition says so. Counts of shards are
   * added, so a member of a group must always be on the same one.
   *
   * @return the same options, which say so from now on, also after a change of the stream's key
   * @throws RequestException.Refused if it is wanted where it is of no use
   */
  static AggregateOptions decided(AggregateOptions options, Optional<String> key) {
    AggregateForm form = options.form();
    boolean needsPlace = needsPlace(options);
    if (!needsPlace && form.rekey().orElse(false)) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.UNFIT,
          "rekey: true (expected: absent, unless the kind is unique and members are not integers)");
    }
    return !needsPlace || isInPlace(options, key) || form.rekey().isPresent()
        ? options
        : options.form(
            new AggregateForm(
                form.precision(), form.members(), Optional.of(true), form.aggregator()));
  }

  private static boolean isInPlace(AggregateOptions options, Optional<String> key) {
    return key.isPresent()
        && (options.fields().of().equals(key) || options.fields().groupBy().contains(key.get()));
  }

  /**
   * Whether an aggregate counts members where the key of the stream has placed them: one that needs
   * a place for each, and whose definition does not say how it has it.
   */
  static boolean restsOnKey(AggregateOptions options) {
    return needsPlace(options) && options.form().rekey().isEmpty();
  }

  /** The field by which members are placed, where an aggregate rests on the key of the stream. */
  static Optional<String> placedBy(AggregateOptions options, Optional<String> key) {
    if (!restsOnKey(options)) {
      return Optional.empty();
    }
    return isInPlace(options, key) ? key : options.fields().of();
  }

  /**
   * Says whether an aggregate allows a key of the stream that it counts.
   *
   * @param former the key so far; empty if the stream is created now
   * @param key the new key
   */
  static boolean allows(
      AggregateOptions options, Optional<Optional<String>> former, Optional<String> key) {
    return !restsOnKey(options) || former.map(key::equals).orElseGet(() -> isInPlace(options, key));
  }

  /** Whether members of an aggregate are sent on. */
  static boolean isWanted(AggregateOptions options) {
    return needsPlace(options) && options.form().rekey().orElse(false);
  }

  private static boolean needsPlace(AggregateOptions options) {
    return options.kind() == AggregateKind.UNIQUE
        && options.form().members() != MemberForm.INTEGERS;
  }

  /** The stored form of a member: its hash, or itself unless it is too long. */
  static Function<StoredEvent, @Nullable Bytes> member(MemberForm form, EventFields fields) {
    return event -> {
      Bytes member = fields.member(event);
      if (member == null || form == MemberForm.HASH) {
        return member == null ? null : Kinds.hash(member);
      }
      return member.length() > Kinds.MEMBER_BYTES_MAX ? null : member;
    };
  }

  static StreamName members(AggregateDefinition definition, StreamId source) {
    return new StreamName(
        "aggregate.%s.%d.members.%d"
            .formatted(definition.name(), definition.generation(), source.generation()));
  }

  /**
   * Members are kept as long as the events that they are taken from, so that a lost state can be
   * built again from as far back.
   */
  static StreamOptions members(StreamOptions source) {
    return StreamOptions.DEFAULT
        .shards(source.shards())
        .placement(source.placement())
        .deduplicate(Duration.ZERO)
        .retention(
            source
                .retention()
                .map(kept -> kept.compareTo(RETENTION_MIN) < 0 ? RETENTION_MIN : kept));
  }

  /**
   * Deletes the streams of members of aggregates that are over, and of streams that were created
   * again. Any node may do so.
   *
   * @param known the aggregates that exist
   */
  static void deleteLeftovers(Streams streams, Generations<AggregateDefinition> known) {
    List<StreamId> all = streams.list().stream().map(CatalogStream::id).toList();
    all.stream()
        .map(StreamId::name)
        .filter(
            name -> {
              Matcher parts = MEMBERS.matcher(name.value());
              return parts.matches() && isOver(parts, known, all);
            })
        .forEach(streams::delete);
  }

  /**
   * A stream with this kind of name belongs to a program if the aggregate has never existed here.
   */
  private static boolean isOver(
      Matcher members, Generations<AggregateDefinition> known, List<StreamId> streams) {
    int generation = Integer.parseInt(members.group(2));
    int source = Integer.parseInt(members.group(3));
    return known.isOver(members.group(1), generation)
        || known
            .find(members.group(1))
            .filter(living -> living.generation() == generation)
            .map(living -> living.options().stream())
            .filter(
                name ->
                    streams.stream()
                        .anyMatch(each -> each.name().equals(name) && each.generation() > source))
            .isPresent();
  }
}
