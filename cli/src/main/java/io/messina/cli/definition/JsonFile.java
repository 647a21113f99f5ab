package io.messina.cli.definition;

import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.InputFormat;
import io.messina.stream.json.ApiJson;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A small file of JSON that is given to a command: the fields are the ones of the HTTP API. */
public final class JsonFile {

  private static final int BYTES_MAX = 4 << 20;

  private JsonFile() {}

  /**
   * Reads a record.
   *
   * @param file its name, or - for standard input; null for an object without fields
   * @throws ParameterException with a sentence that names the field, if it is none
   */
  public static <T extends Record> T read(CommandLine command, @Nullable String file, Class<T> type)
      throws IOException {
    JsonNode json = file == null ? JsonNodeFactory.instance.objectNode() : json(command, file);
    try {
      return Wire.request(json, type);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads any JSON.
   *
   * @param file its name, or - for standard input
   * @throws ParameterException with a sentence, if it is none
   */
  public static JsonNode json(CommandLine command, String file) throws IOException {
    try (InputStream bytes = InputFile.of(file, InputFormat.NDJSON).open()) {
      byte[] read = bytes.readNBytes(BYTES_MAX + 1);
      if (read.length > BYTES_MAX) {
        throw new ParameterException(
            command, file + ": too large (expected: at most " + BYTES_MAX + " bytes)");
      }
      return ApiJson.MAPPER.readTree(read);
    } catch (JacksonException e) {
      throw new ParameterException(
          command, file + ": not JSON: " + Shown.sentence(StrictJson.fault(e)));
    }
  }
}
