package io.messina.server.ingest;

import io.messina.api.ProblemCode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A line of a body that is no event.
 *
 * @param line from 0, empty lines counted
 * @param code what kind of problem it is
 * @param detail one sentence
 */
public record RefusedLine(int line, ProblemCode code, String detail) {

  /**
   * As an answer lists it.
   *
   * @return line and detail
   */
  public Map<String, Object> toFields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("line", line);
    fields.put("detail", detail);
    return fields;
  }
}
