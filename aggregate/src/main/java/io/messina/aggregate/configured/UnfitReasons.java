package io.messina.aggregate.configured;

import io.messina.aggregate.field.EventFields;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.node.SkippedEvents;
import io.messina.api.aggregate.AggregateKind;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.MemberForm;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells why events do not fit an aggregate, and remembers it of the last one on this node. */
final class UnfitReasons implements SkippedEvents {

  private final AggregateOptions options;
  private final EventFields fields;
  private final SkippedEvents next;
  private volatile Optional<String> last = Optional.empty();

  UnfitReasons(AggregateOptions options, EventFields fields, SkippedEvents next) {
    this.options = options;
    this.fields = fields;
    this.next = next;
  }

  EventFields fields() {
    return fields;
  }

  Optional<String> last() {
    return last;
  }

  @Override
  public void skipped(List<StoredEvent> events) {
    events.reversed().stream()
        .flatMap(event -> reason(event).map(why -> event.id() + ": " + why).stream())
        .findFirst()
        .ifPresent(why -> last = Optional.of(why));
    next.skipped(events);
  }

  /** Empty if a condition excludes it, or an aggregator of the user's own had its own reasons. */
  Optional<String> reason(StoredEvent event) {
    return options.kind() == AggregateKind.CUSTOM || fields.excludes(event)
        ? Optional.empty()
        : fields.whyNoGroup(event).or(() -> whyNoValue(event));
  }

  private Optional<String> whyNoValue(StoredEvent event) {
    return options
        .fields()
        .of()
        .flatMap(pointer -> expected(event).map(wanted -> pointer + ": expected " + wanted));
  }

  private Optional<String> expected(StoredEvent event) {
    return switch (options.kind()) {
      case COUNT, CUSTOM -> Optional.empty();
      case SUM, MIN, MAX ->
          fields.number(event) == null
              ? Optional.of("a number of at most 400 digits before the point and 400 behind it")
              : Optional.empty();
      case UNIQUE, APPROX_UNIQUE ->
          options.form().members() == MemberForm.INTEGERS
              ? expectedInteger(fields.integer(event))
              : expectedMember(fields.member(event));
    };
  }

  private static Optional<String> expectedInteger(@Nullable Long integer) {
    return integer == null || integer < 0
        ? Optional.of("a whole number from 0 to 9223372036854775807")
        : Optional.empty();
  }

  private Optional<String> expectedMember(@Nullable Bytes member) {
    if (member == null) {
      return Optional.of("a text, a number or a flag");
    }
    return options.form().members() == MemberForm.BYTES && member.length() > Kinds.MEMBER_BYTES_MAX
        ? Optional.of("at most %,d bytes".formatted(Kinds.MEMBER_BYTES_MAX))
        : Optional.empty();
  }
}
