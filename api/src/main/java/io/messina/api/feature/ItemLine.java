package io.messina.api.feature;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.time.Instant;
import tools.jackson.core.JacksonException;

/**
 * An item of some entity's list, as a line of JSON: {@code
 * {"entity":"alice","value":"Messina","time":"2015-09-12T00:46:58.771Z"}}.
 *
 * @param entity whose list
 * @param value of the feature's type
 * @param time as {@link ListItem#time}
 */
public record ItemLine(
    @Field("whose list") EntityId entity,
    @Field("of the feature's type") FeatureValue value,
    @Field(value = "when, up to nanoseconds", min = ListItem.FIRST, max = ListItem.LAST)
        Instant time) {

  /**
   * A checked line.
   *
   * @throws WireException if the time is out of bounds
   */
  public ItemLine {
    RecordField.check(ItemLine.class, entity, value, time);
  }

  /**
   * A line.
   *
   * @param entity whose list
   * @param item the item
   * @return the line
   * @throws WireException if the entity is no id
   */
  public static ItemLine of(String entity, ListItem item) {
    return new ItemLine(new EntityId(entity), item.value(), item.time());
  }

  /**
   * Reads a line.
   *
   * @param json as above
   * @return the line
   * @throws WireException if it is something else
   */
  public static ItemLine parse(String json) {
    try {
      return Wire.request(StrictJson.read(json), ItemLine.class);
    } catch (JacksonException e) {
      throw new WireException(
          WireException.Fault.WRONG_TYPE, StrictJson.fault(e) + " (expected: JSON)");
    }
  }

  /**
   * The item.
   *
   * @return its value and time
   */
  public ListItem item() {
    return new ListItem(value, time);
  }
}
