package io.messina.cli.load;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.filter.FilteringParserDelegate;
import tools.jackson.core.filter.JsonPointerBasedFilter;
import tools.jackson.core.filter.TokenFilter.Inclusion;
import tools.jackson.databind.json.JsonMapper;

/**
 * What stands at a place of JSON.
 *
 * @param token what it is, or begins with
 * @param text of a scalar, as a number is written; else empty
 */
record Member(JsonToken token, String text) {

  /** Empty if nothing stands there, or it is no JSON; the last of those that stand there twice. */
  static Optional<Member> of(byte[] json, JsonPointer place) {
    try (JsonParser found =
        new FilteringParserDelegate(
            JsonMapper.shared().createParser(json),
            new JsonPointerBasedFilter(place),
            Inclusion.ONLY_INCLUDE_ALL,
            true)) {
      @Nullable Member last = null;
      for (JsonToken token = found.nextToken(); token != null; token = found.nextToken()) {
        last = new Member(token, token.isScalarValue() ? found.getString() : "");
        var _ = found.skipChildren();
      }
      return Optional.ofNullable(last);
    } catch (JacksonException _) {
      // The server says what is wrong with it, and in which line.
      return Optional.empty();
    }
  }
}
