package io.messina.server.http;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.server.problem.ProblemException;
import io.messina.stream.json.ApiJson;
import tools.jackson.core.JacksonException;

/** A body that is a JSON object. */
final class JsonBody {

  static final String TYPE = "application/json";

  private static final int OBJECT_BYTES = 200;
  private static final int LIST_BYTES = 100;
  private static final int VALUE_BYTES = 64;

  private JsonBody() {}

  static void requireType(String type) {
    int semicolon = type.indexOf(';');
    if (!(semicolon < 0 ? type : type.substring(0, semicolon)).strip().equalsIgnoreCase(TYPE)) {
      throw new ProblemException(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          "content-type: " + Shown.text(type) + " (expected: " + TYPE + ")");
    }
  }

  /** How much memory the tree of a body takes at most, about, whatever its texts hold. */
  static long treeBytes(byte[] bytes) {
    long memory = 0;
    for (byte each : bytes) {
      memory +=
          switch (each) {
            case '{' -> OBJECT_BYTES;
            case '[' -> LIST_BYTES;
            case ',' -> VALUE_BYTES;
            default -> 0;
          };
    }
    return memory;
  }

  static Fields fields(byte[] bytes) {
    try {
      return Fields.of(ApiJson.tree(bytes, 0, bytes.length));
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  private static ProblemException malformed(JacksonException e) {
    String place =
        e.getLocation() == null
            ? ""
            : "line "
                + e.getLocation().getLineNr()
                + ", column "
                + e.getLocation().getColumnNr()
                + ": ";
    return new ProblemException(
        ProblemCode.MALFORMED_JSON, place + Shown.sentence(StrictJson.fault(e)));
  }
}
