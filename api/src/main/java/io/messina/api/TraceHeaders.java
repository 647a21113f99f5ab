package io.messina.api;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The headers by which a trace is passed on: W3C Trace Context and Baggage. An event has them among
 * its headers, under these names in small letters.
 */
public final class TraceHeaders {

  /** The header that names the trace and the span. */
  public static final String PARENT = "traceparent";

  /** The header with what tracing systems add; worth nothing without {@link #PARENT}. */
  public static final String STATE = "tracestate";

  /** The header with properties of the user's own, independent of the trace. */
  public static final String BAGGAGE = "baggage";

  /** All of them. */
  public static final Set<String> NAMES = Set.of(PARENT, STATE, BAGGAGE);

  /** The most bytes of baggage; more is dropped. */
  public static final int BAGGAGE_CHARS_MAX = 8_192;

  private static final int MEMBERS_MAX = 64;
  private static final int STATE_MEMBERS_MAX = 32;

  /** A version, the trace, the span, flags; a later version may have more behind another dash. */
  private static final Pattern PARENT_FORM =
      Pattern.compile(
          "00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
              + "|(?!00|ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
              + "(?:-[!-~]{0,512})?");

  private static final Pattern STATE_MEMBER =
      Pattern.compile(
          "([a-z0-9][a-z0-9_*/@-]{0,255})="
              + "[\\x20-\\x2B\\x2D-\\x3C\\x3E-\\x7E]{0,255}[\\x21-\\x2B\\x2D-\\x3C\\x3E-\\x7E]");

  private static final Pattern BAGGAGE_MEMBER =
      Pattern.compile(
          "[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \\t]*=[ \\t]*"
              + "[\\x21\\x23-\\x2B\\x2D-\\x3A\\x3C-\\x5B\\x5D-\\x7E]*"
              + "(?:[ \\t]*;[\\t\\x20-\\x2B\\x2D-\\x7E]*)?");

  private TraceHeaders() {}

  /**
   * Reads them from the headers of a request or an event. As the recommendations say, a wrong value
   * is ignored: it is no reason to refuse what it came with.
   *
   * @param headers by name in small letters, with each value that was given
   * @return those with a valid value; {@link #STATE} only beside {@link #PARENT}
   */
  public static Map<String, String> parse(Map<String, List<String>> headers) {
    Map<String, String> found = new LinkedHashMap<>();
    List<String> parents = headers.getOrDefault(PARENT, List.of());
    if (parents.size() == 1 && PARENT_FORM.matcher(parents.get(0)).matches()) {
      found.put(PARENT, parents.get(0));
      joined(headers, STATE).filter(TraceHeaders::isState).ifPresent(it -> found.put(STATE, it));
    }
    joined(headers, BAGGAGE)
        .filter(TraceHeaders::isBaggage)
        .ifPresent(it -> found.put(BAGGAGE, it));
    return found.isEmpty() ? Map.of() : Collections.unmodifiableMap(found);
  }

  /**
   * Returns those of an event.
   *
   * @param headers of the event
   * @return those with a valid value
   */
  public static Map<String, String> of(Map<String, String> headers) {
    if (!headers.containsKey(PARENT) && !headers.containsKey(BAGGAGE)) {
      return Map.of();
    }
    Map<String, List<String>> each = new LinkedHashMap<>();
    NAMES.forEach(
        name ->
            Optional.ofNullable(headers.get(name)).ifPresent(it -> each.put(name, List.of(it))));
    return parse(each);
  }

  /**
   * Passes a trace on, from the cause of an event to the event, unless its headers would then be
   * out of the bounds of {@link EventBounds}.
   *
   * @param trace of the cause, as {@link #of} has it
   * @param own headers of the event, which win
   * @return the headers of the event
   */
  public static Map<String, String> passOn(Map<String, String> trace, Map<String, String> own) {
    Map<String, String> all = added(trace, own);
    return EventBounds.areWithin(all) ? all : own;
  }

  /**
   * Adds a trace to headers.
   *
   * @param trace as {@link #of} has it
   * @param own headers, which win; beside their own {@link #PARENT} they get no {@link #STATE},
   *     which would belong to another
   * @return both, perhaps more than an event may have
   */
  public static Map<String, String> added(Map<String, String> trace, Map<String, String> own) {
    if (trace.isEmpty()) {
      return own;
    }
    Map<String, String> all = new LinkedHashMap<>(own);
    if (!own.containsKey(PARENT)) {
      trace.forEach(all::putIfAbsent);
    } else if (trace.containsKey(BAGGAGE)) {
      all.putIfAbsent(BAGGAGE, trace.get(BAGGAGE));
    }
    return all;
  }

  private static Optional<String> joined(Map<String, List<String>> headers, String name) {
    List<String> values = headers.getOrDefault(name, List.of());
    return values.isEmpty() ? Optional.empty() : Optional.of(String.join(",", values).strip());
  }

  private static boolean isState(String text) {
    Set<String> keys = new HashSet<>();
    int count = 0;
    for (String part : text.split(",", -1)) {
      String member = part.strip();
      if (member.isEmpty()) {
        continue;
      }
      Matcher found = STATE_MEMBER.matcher(member);
      if (!found.matches() || !keys.add(found.group(1))) {
        return false;
      }
      count++;
    }
    return count > 0 && count <= STATE_MEMBERS_MAX;
  }

  private static boolean isBaggage(String text) {
    String[] members = text.split(",", -1);
    if (text.length() > BAGGAGE_CHARS_MAX || members.length > MEMBERS_MAX) {
      return false;
    }
    for (String member : members) {
      if (!BAGGAGE_MEMBER.matcher(member.strip()).matches()) {
        return false;
      }
    }
    return true;
  }
}
