package io.messina.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.runtime.definition.Precondition;
import io.messina.server.problem.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The condition of a request, by If-Match or If-None-Match of RFC 9110. */
final class EntityTags {

  static final String IF_MATCH = "if-match";
  static final String IF_NONE_MATCH = "if-none-match";

  private static final List<HeaderName> CONDITIONS =
      List.of(HeaderNames.create(IF_MATCH), HeaderNames.create(IF_NONE_MATCH));

  private static final String ANY = "*";
  private static final String TAG = "(?:W/)?\"[\\x21\\x23-\\x7E\\x80-\\xFF]*+\"";
  private static final Pattern TAGS = Pattern.compile(TAG + "(?:[ \t]*+,[ \t]*+" + TAG + ")*+");
  private static final Pattern ONE = Pattern.compile(TAG);

  private EntityTags() {}

  /** A condition on a definition without a tag would be ignored, and the change made anyway. */
  static void checkTagged(Route route, Headers headers) {
    if (route.verb() == Verb.GET || route.bodies().tagged()) {
      return;
    }
    for (HeaderName name : CONDITIONS) {
      if (headers.contains(name)) {
        throw refused(name.lowerCase() + ": given (expected: absent, as this has no tag)");
      }
    }
  }

  /** Whether a request has a condition. */
  static boolean areIn(Headers headers) {
    return CONDITIONS.stream().anyMatch(headers::contains);
  }

  /** The condition of a request. */
  static Precondition of(Map<String, String> headers, boolean creates) {
    String match = headers.get(IF_MATCH);
    String noneMatch = headers.get(IF_NONE_MATCH);
    if (match != null && noneMatch != null) {
      throw refused("if-match, if-none-match: both given (expected: one of them)");
    }
    if (match != null) {
      return matching(match, creates);
    }
    return noneMatch == null ? Precondition.NONE : absent(noneMatch);
  }

  private static Precondition matching(String header, boolean creates) {
    boolean any = header.equals(ANY);
    if (!any && !TAGS.matcher(header).matches()) {
      throw refused(
          "if-match: "
              + Shown.text(header)
              + " (expected: *, or tags in quotation marks as they were given out)");
    }
    // A weak tag, with W/ before it, is none of ours.
    Set<String> tags =
        ONE.matcher(header).results().map(MatchResult::group).collect(Collectors.toSet());
    return standing -> {
      Optional<String> tag = tag(standing);
      if (tag.isEmpty() ? creates : !any && !tags.contains(tag.get())) {
        throw failed("tag: " + tag.orElse("none") + " (expected: " + Shown.text(header) + ")");
      }
    };
  }

  private static Precondition absent(String header) {
    if (!header.equals(ANY)) {
      throw refused("if-none-match: " + Shown.text(header) + " (expected: *, to create only)");
    }
    return standing ->
        tag(standing)
            .ifPresent(
                tag -> {
                  throw failed("tag: " + tag + " (expected: none, as it is to be created)");
                });
  }

  /** A tag as headers have it. */
  static String quoted(String tag) {
    return '"' + tag + '"';
  }

  private static Optional<String> tag(Supplier<Optional<String>> standing) {
    return standing.get().map(EntityTags::quoted);
  }

  private static ProblemException refused(String sentence) {
    return new ProblemException(ProblemCode.BAD_REQUEST, sentence);
  }

  private static ProblemException failed(String sentence) {
    return new ProblemException(ProblemCode.PRECONDITION_FAILED, sentence);
  }
}
