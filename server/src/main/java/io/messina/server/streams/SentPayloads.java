package io.messina.server.streams;

import io.messina.api.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.json.JsonText;
import io.messina.stream.json.StrictUtf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The payloads in a body of JSON as they were sent, one after the other: a tree would write their
 * numbers in another form. The body is well-formed, and has other fields of this name only if it is
 * refused for them. For one thread; costs nothing if there are none.
 */
final class SentPayloads {

  private static final String FIELD = "payload";
  private static final String HEADERS = "headers";

  private final byte[] body;
  private final JsonParser parser;

  SentPayloads(byte[] body) {
    this.body = body;
    this.parser = JsonText.parser(body, 0, body.length);
  }

  /** The bytes of the next one, without the space around it. */
  byte[] next() {
    while (!isPayload(parser.nextToken())) {
      skipHeaders();
    }
    parser.nextToken();
    int start = (int) parser.currentTokenLocation().getByteOffset();
    JsonText.skipValue(parser);
    parser.finishToken();
    byte[] payload =
        Arrays.copyOfRange(body, start, (int) parser.currentLocation().getByteOffset());
    if (!StrictUtf8.isValid(payload, 0, payload.length)) {
      throw new ProblemException(ProblemCode.MALFORMED_JSON, "payload: not UTF-8");
    }
    return payload;
  }

  /** Headers may have any names. */
  private void skipHeaders() {
    if (parser.currentToken() == JsonToken.PROPERTY_NAME && HEADERS.equals(parser.currentName())) {
      parser.nextToken();
      JsonText.skipValue(parser);
    }
  }

  private boolean isPayload(@Nullable JsonToken token) {
    if (token == null) {
      throw new IllegalStateException("a payload was found before, and is not there");
    }
    return token == JsonToken.PROPERTY_NAME && FIELD.equals(parser.currentName());
  }
}
