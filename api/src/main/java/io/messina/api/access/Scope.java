package io.messina.api.access;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.messina.api.Shown;
import io.messina.api.StreamName;
import io.messina.api.WireException;
import java.util.Arrays;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A permission of a token: {@code admin}, which is all of them, or {@code resource:name:action}, as
 * in {@code streams:edits:append} and {@code lists:user/*:read}.
 *
 * <p>A {@code *} at the end of the name is any rest, so {@code *} is any name, but for streams of
 * the server itself and their groups, which need all of {@code messages.} or {@code messina.} as
 * their beginning. The action {@code *} is all actions of the resource.
 *
 * @param resource empty for {@code admin}
 * @param name of one thing, or the beginning of names and {@code *}
 * @param action empty for all actions
 */
public record Scope(Optional<Resource> resource, String name, Optional<Action> action) {

  /** All that a server can do. */
  public static final Scope ADMIN = new Scope(Optional.empty(), "*", Optional.empty());

  private static final String ADMIN_TEXT = "admin";
  private static final String ANY = "*";
  private static final int NAME_MAX = 250;
  private static final String PART = "[a-z0-9][a-z0-9._-]*";
  private static final String TEXT = "(?:[^/:*%\\p{Cntrl}]|%2[5FA]|%3A)+";
  private static final Pattern ONE = Pattern.compile(PART + "|(" + PART + ")?\\*");
  private static final Pattern TWO = two(PART);
  private static final Pattern TWO_TEXTS = two(TEXT);
  private static final String FORM =
      "admin, or resource:name:action as in streams:edits:append, where the name may end with *";

  /**
   * Reads a scope.
   *
   * @param text such as {@code streams:edits:append}
   * @throws IllegalArgumentException if it is none
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Scope of(String text) {
    if (text.equals(ADMIN_TEXT)) {
      return ADMIN;
    }
    int first = text.indexOf(':');
    int last = text.lastIndexOf(':');
    if (first == last || last - first - 1 > NAME_MAX) {
      throw wrong(text, FORM);
    }
    Resource resource =
        named(Stream.of(Resource.values()), text.substring(0, first))
            .orElseThrow(() -> wrong(text, "a resource out of " + all(Resource.values())));
    String name = text.substring(first + 1, last);
    int star = name.indexOf(ANY);
    if (name.isEmpty() || (star >= 0 && star < name.length() - 1)) {
      throw wrong(text, FORM);
    }
    String does = text.substring(last + 1);
    Optional<Action> action = named(resource.actions().stream(), does);
    if (action.isEmpty() && !does.equals(ANY)) {
      throw wrong(text, resource + " with " + all(resource.actions().toArray()) + " or *");
    }
    return new Scope(Optional.of(resource), name, action);
  }

  private static Pattern two(String part) {
    return Pattern.compile(part + "/" + part + "|(" + part + "(/(" + part + ")?)?)?\\*");
  }

  /**
   * Refuses a scope that can never allow anything, as no thing of its kind can have such a name.
   *
   * @throws WireException with a sentence
   */
  public void checkName() {
    switch (resource.orElse(Resource.CLUSTER)) {
      case CLUSTER -> checkName(name.equals(ANY), "* as the name");
      case GROUPS ->
          checkName(TWO.matcher(name).matches(), "stream/group, or their beginning and *");
      case FEATURES, LISTS, VALUES ->
          checkName(
              TWO_TEXTS.matcher(name).matches(),
              "entity type/name, or their beginning and *, with %, /, : and * in them as %25, %2F,"
                  + " %3A and %2A");
      case STREAMS, FEEDS, ENRICHMENTS, SINKS, AGGREGATES, MESSAGES, ACCOUNTS, CONNECTORS ->
          checkName(ONE.matcher(name).matches(), "a name, or its beginning and *");
    }
  }

  private void checkName(boolean isOne, String expected) {
    if (!isOne) {
      throw new WireException(
          WireException.Fault.BAD_NAME,
          "scope: " + Shown.text(toString()) + " (expected: " + expected + ")");
    }
  }

  private static <T> Optional<T> named(Stream<T> all, String name) {
    return all.filter(each -> each.toString().equals(name)).findAny();
  }

  private static String all(Object[] values) {
    return Arrays.toString(values).replaceAll("[\\[\\]]", "");
  }

  private static IllegalArgumentException wrong(String text, String expected) {
    return new IllegalArgumentException(
        "scope: " + Shown.text(text) + " (expected: " + expected + ")");
  }

  /**
   * The name of a thing as scopes have it: {@code /}, {@code :}, {@code *} and {@code %} in its
   * parts are percent-encoded.
   *
   * @param parts such as the type of entities and the name of a feature
   */
  public static String name(String... parts) {
    StringJoiner name = new StringJoiner("/");
    for (String part : parts) {
      name.add(encoded(part));
    }
    return name.toString();
  }

  private static String encoded(String part) {
    return part.replace("%", "%25").replace("/", "%2F").replace(":", "%3A").replace("*", "%2A");
  }

  /**
   * Whether it allows something.
   *
   * @param kind of the thing
   * @param thing its {@link #name}; {@code *} for all things of the kind
   * @param use of the thing
   */
  public boolean allows(Resource kind, String thing, Action use) {
    return resource.isEmpty()
        || (resource.get() == kind && action.map(use::equals).orElse(true) && hasName(thing));
  }

  private boolean hasName(String thing) {
    if (!name.endsWith(ANY)) {
      return thing.equals(name);
    }
    String beginning = name.substring(0, name.length() - 1);
    return thing.startsWith(beginning) && (!isInternal(thing) || isInternal(beginning));
  }

  /** Whether a thing is an internal stream or a group of one, which a scope has to name. */
  private boolean isInternal(String thing) {
    boolean isOfStream =
        resource.filter(it -> it == Resource.STREAMS || it == Resource.GROUPS).isPresent();
    return isOfStream && StreamName.isInternal(thing.split("/", 2)[0]);
  }

  /** The scope as {@link #of} reads it. */
  @JsonValue
  @Override
  public String toString() {
    return resource
        .map(kind -> kind + ":" + name + ":" + action.map(Action::toString).orElse(ANY))
        .orElse(ADMIN_TEXT);
  }
}
