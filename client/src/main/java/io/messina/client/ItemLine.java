package io.messina.client;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * An item of some entity's list, as a line of JSON: {@code
 * {"entity":"alice","value":"Messina","time":"2015-09-12T00:46:58.771Z"}}.
 *
 * @param entity whose list: 1 to 800 bytes of UTF-8, any characters
 * @param item the item
 */
public record ItemLine(String entity, ListItem item) {

  /**
   * A checked line.
   *
   * @throws IllegalArgumentException where the entity is empty or longer
   */
  public ItemLine {
    Names.checkEntity(entity);
  }

  /**
   * A line.
   *
   * @param entity whose list
   * @param value of the feature's type
   * @param time of the item
   * @return the line
   * @throws IllegalArgumentException where the entity is empty or longer than 800 bytes
   */
  public static ItemLine of(String entity, FeatureValue value, Instant time) {
    return new ItemLine(entity, new ListItem(value, time));
  }

  /**
   * Reads a line.
   *
   * @param json as above
   * @return the line
   * @throws IllegalArgumentException where it is something else
   */
  public static ItemLine parse(String json) {
    Names.checkUtf8("line", json);
    try {
      return JsonReader.read(json.getBytes(StandardCharsets.UTF_8), FeatureAnswers::line);
    } catch (MalformedJsonException e) {
      throw new IllegalArgumentException(
          "line: " + e.getMessage() + " (expected: an object of entity, value and time)", e);
    }
  }

  byte[] toJson() {
    return JsonText.object(
        json -> {
          json.writeStringProperty("entity", entity);
          FeatureAnswers.fields(json, item);
        });
  }
}
