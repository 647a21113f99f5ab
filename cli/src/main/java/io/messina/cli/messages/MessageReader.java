package io.messina.cli.messages;

import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.message.NewMessage;
import io.messina.cli.file.BadInputException;
import io.messina.cli.file.FileEntry;
import io.messina.stream.json.ApiJson;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads lines as messages. One without a key gets that of its place, so that it is the same message
 * whenever the file is sent again.
 *
 * @param name of the file; empty if it has no lasting name
 */
record MessageReader(Optional<String> name) {

  /**
   * The characters of a key that remain for the name; the others are for the colon and the number
   * of the line.
   */
  static final int NAME_CHARS_MAX = 180;

  private static final String KEY = "key";

  /**
   * Reads a line.
   *
   * @throws BadInputException if it is no message, or has no key and can get none
   */
  NewMessage read(FileEntry line) {
    try {
      JsonNode json = ApiJson.MAPPER.readTree(line.payload().toBytes());
      if (json instanceof ObjectNode fields && isWithoutKey(fields)) {
        fields.put(KEY, key(line));
      }
      return Wire.request(json, NewMessage.class);
    } catch (JacksonException e) {
      throw wrong(line, "not JSON: " + Shown.sentence(StrictJson.fault(e)));
    } catch (IllegalArgumentException e) {
      throw wrong(line, String.valueOf(e.getMessage()));
    }
  }

  /** Whether the key of a message is that of its place. */
  boolean isMade(NewMessage message, FileEntry line) {
    return name.map(named -> named + ":" + line.number()).equals(message.marks().key());
  }

  private static boolean isWithoutKey(ObjectNode fields) {
    return !fields.hasNonNull(KEY);
  }

  private String key(FileEntry line) {
    return name.map(named -> named + ":" + line.number())
        .orElseThrow(
            () ->
                wrong(
                    line,
                    "no key (expected: one in each line, or --name NAME, of which and the number"
                        + " of the line it is made)"));
  }

  private static BadInputException wrong(FileEntry line, String sentence) {
    return new BadInputException("line " + line.number() + ": " + sentence);
  }
}
