package io.messina.cli.demo;

import io.messina.api.Times;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * The parts of an edit that the demo uses.
 *
 * @param time when it was made
 * @param channel the wiki, such as {@code #en.wikipedia}
 * @param user the editor's name or address
 * @param bytesAdded by how many bytes the page grew, or 0
 * @param bytesDeleted by how many bytes it shrank, or 0
 * @param isMinor whether the editor called it minor
 * @param isRobot whether a program made it
 */
record Edit(
    Instant time,
    String channel,
    String user,
    int bytesAdded,
    int bytesDeleted,
    boolean isMinor,
    boolean isRobot) {

  /**
   * Reads it.
   *
   * @throws RuntimeException if a field is missing or of another type
   */
  static Edit of(JsonNode json) {
    return new Edit(
        Times.parse(json.required("time").stringValue()),
        json.required("channel").stringValue(),
        json.required("user").stringValue(),
        json.required("added").intValue(),
        json.required("deleted").intValue(),
        json.required("isMinor").booleanValue(),
        json.required("isRobot").booleanValue());
  }
}
