package io.messina.cli.demo;

import io.messina.client.event.Payload;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An edit as it is posted.
 *
 * @param number of its line, from 1
 * @param payload the line
 * @param time when it was made
 * @param user the editor
 */
record DayEdit(long number, Payload payload, Instant time, String user) {

  static DayEdit of(long number, String line) {
    JsonNode json = JsonMapper.shared().readTree(line);
    Edit edit = Edit.of(json);
    return new DayEdit(number, Payload.json(line), edit.time(), edit.user());
  }
}
