package io.messina.aggregate.field;

import io.messina.api.Json;
import io.messina.api.aggregate.AggregateFields;
import io.messina.api.aggregate.FieldCondition;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fields that an aggregate by configuration takes from an event. The last event of each thread
 * is kept parsed, since several questions are asked about it. Safe for use by many threads.
 */
public final class EventFields {

  private static final int GROUP_BYTES_MAX = 1_024;
  private static final PointerTree VALUE = new PointerTree(List.of("/v"));
  private static final PointerTree WHOLE = new PointerTree(List.of(""));

  /** The fields that a thread has parsed last, of any aggregate. */
  private static final ThreadLocal<@Nullable Parsed> LAST = new ThreadLocal<>();

  private static final Bytes ONE_GROUP = Bytes.utf8("");

  private final PointerTree pointers;
  private final List<String> groupBy;
  private final int[] group;
  private final int of;
  private final int key;
  private final List<Condition> conditions;

  private record Condition(int pointer, @Nullable Scalar equals) {

    boolean holds(@Nullable Scalar value) {
      return equals == null
          ? value != null && value.type() != Scalar.Type.NULL
          : value != null && value.type() == equals.type() && value.json().equals(equals.json());
    }
  }

  private record Parsed(
      EventFields by,
      StoredEvent event,
      boolean excluded,
      @Nullable Bytes group,
      @Nullable Scalar value,
      @Nullable Scalar key) {}

  /** Fields by their pointers. */
  public EventFields(AggregateFields fields) {
    this(fields, Optional.empty());
  }

  /**
   * Fields, and the key that events are placed by.
   *
   * @param key the pointer to it; empty if it is of no account
   */
  public EventFields(AggregateFields fields, Optional<String> key) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    this.groupBy = fields.groupBy();
    this.group = fields.groupBy().stream().mapToInt(each -> number(numbers, each)).toArray();
    this.of = fields.of().map(pointer -> number(numbers, pointer)).orElse(-1);
    this.conditions = fields.where().stream().map(each -> condition(numbers, each)).toList();
    this.key = key.map(pointer -> number(numbers, pointer)).orElse(-1);
    this.pointers = new PointerTree(List.copyOf(numbers.keySet()));
  }

  private static int number(Map<String, Integer> numbers, String pointer) {
    int next = numbers.size();
    return numbers.computeIfAbsent(pointer, any -> next);
  }

  private static Condition condition(Map<String, Integer> numbers, FieldCondition condition) {
    Scalar equals = condition.equals().map(EventFields::scalar).orElse(null);
    return new Condition(number(numbers, condition.field()), equals);
  }

  private static @Nullable Scalar scalar(Json json) {
    @Nullable Scalar[] found =
        VALUE.find(Bytes.utf8("{\"v\":" + Surrogates.escaped(json.text()) + "}"));
    return found == null ? null : found[0];
  }

  /**
   * Says whether a condition excludes an event, so that it may be skipped without a fault.
   *
   * @return false also if its payload is no JSON
   */
  public boolean excludes(StoredEvent event) {
    return parsed(event).excluded;
  }

  /**
   * Returns the group of an event.
   *
   * @return the values of payloads, as JSON: a value, or an array of several; empty if nothing
   *     makes groups; null if the event does not count, or the value is absent, too long, or a
   *     number that no decimal holds
   */
  public @Nullable Bytes group(StoredEvent event) {
    return parsed(event).group;
  }

  /**
   * Why an event that no condition excludes has no group.
   *
   * @return a sentence; empty if it has one
   */
  public Optional<String> whyNoGroup(StoredEvent event) {
    @Nullable Scalar[] found = pointers.find(event.event().payload());
    if (found == null) {
      return Optional.of("the payload is no JSON");
    }
    for (int i = 0; i < group.length; i++) {
      if (part(found, i) == null) {
        return Optional.of(groupBy.get(i) + ": expected a text, a number, a flag or null");
      }
    }
    return group(found) == null
        ? Optional.of("group_by: expected at most %,d bytes of JSON".formatted(GROUP_BYTES_MAX))
        : Optional.empty();
  }

  /**
   * Returns the identity of the member of an event.
   *
   * @return of a text its UTF-8, of anything else its shortest JSON; null if there is none, or a
   *     number that no decimal holds
   */
  public @Nullable Bytes member(StoredEvent event) {
    Scalar value = parsed(event).value;
    return value == null || value.type() == Scalar.Type.NULL || value.isBeyondDecimals()
        ? null
        : value.member();
  }

  /**
   * Says whether an event has the key that its payload names.
   *
   * @return true also if these fields know of no key; false for a number that is not written in its
   *     shortest form, as equal ones may have several keys
   */
  public boolean isInPlace(StoredEvent event) {
    if (key < 0) {
      return true;
    }
    Scalar told = parsed(event).key;
    return told != null
        && told.type() != Scalar.Type.NULL
        && event.event().key().filter(told.member()::equals).isPresent();
  }

  /**
   * Returns the number of an event.
   *
   * @return null if there is none, or one with more than 400 digits before or behind the point
   */
  public @Nullable BigDecimal number(StoredEvent event) {
    Scalar value = parsed(event).value;
    return value == null ? null : value.decimal();
  }

  /**
   * Returns the whole number of an event.
   *
   * @return null if there is none, or one that a long cannot hold
   */
  public @Nullable Long integer(StoredEvent event) {
    BigDecimal number = number(event);
    try {
      return number == null ? null : number.longValueExact();
    } catch (ArithmeticException _) {
      return null;
    }
  }

  /**
   * Returns the group that a caller names.
   *
   * @param name its JSON in any form; other bytes are the text of a group that is one text
   * @return as {@link #group} has it; as it was given if it is JSON that no event has as a group
   */
  public Bytes named(String name) {
    if (group.length == 0 && name.isEmpty()) {
      return ONE_GROUP;
    }
    Bytes json = Bytes.utf8(name);
    @Nullable Scalar[] found = WHOLE.find(json);
    if (found == null) {
      return Bytes.utf8(new Scalar(Scalar.Type.TEXT, name).json());
    }
    Scalar one = single(found, 0);
    List<Scalar> several = PointerTree.scalars(json);
    return one == null && several.isEmpty()
        ? json
        : name(one == null ? several : List.of(one), one == null);
  }

  private static Bytes name(List<Scalar> parts, boolean areSeveral) {
    return Bytes.utf8(
        areSeveral
            ? parts.stream().map(Scalar::json).collect(Collectors.joining(",", "[", "]"))
            : parts.getFirst().json());
  }

  @SuppressWarnings("ReferenceEquality") // the very event that was parsed, for these very fields
  private Parsed parsed(StoredEvent event) {
    Parsed known = LAST.get();
    if (known == null || known.by != this || known.event != event) {
      known = parse(event);
      LAST.set(known);
    }
    return known;
  }

  private Parsed parse(StoredEvent event) {
    @Nullable Scalar[] found = pointers.find(event.event().payload());
    if (found == null) {
      return new Parsed(this, event, false, null, null, null);
    }
    boolean counts = conditions.stream().allMatch(each -> each.holds(found[each.pointer]));
    return counts
        ? new Parsed(this, event, false, group(found), single(found, of), single(found, key))
        : new Parsed(this, event, true, null, null, null);
  }

  /** Null if there is none, or an object or an array. */
  private static @Nullable Scalar single(@Nullable Scalar[] found, int pointer) {
    Scalar at = pointer < 0 ? null : found[pointer];
    return at == null || at.type() == Scalar.Type.SEVERAL ? null : at;
  }

  private @Nullable Bytes group(@Nullable Scalar[] found) {
    if (group.length == 0) {
      return ONE_GROUP;
    }
    List<Scalar> parts = new ArrayList<>(group.length);
    for (int i = 0; i < group.length; i++) {
      Scalar part = part(found, i);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    Bytes name = name(parts, group.length > 1);
    return name.length() > GROUP_BYTES_MAX ? null : name;
  }

  private @Nullable Scalar part(@Nullable Scalar[] found, int number) {
    Scalar part = single(found, group[number]);
    return part == null || part.isBeyondDecimals() ? null : part;
  }
}
