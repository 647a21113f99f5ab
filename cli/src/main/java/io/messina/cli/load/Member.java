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
 * The value at a place of JSON.
 *
 * @param token its first token
 * @param text of a scalar, as a number is written; else empty
 */
record Member(JsonToken token, String text) {

  /**
   * Empty if there is no value, or the bytes are not JSON; if the place occurs twice, the last
   * value.
   */
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
      // The server reports the error, and its line.
      return Optional.empty();
    }
  }
}
