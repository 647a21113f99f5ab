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
 */
public record ItemLine(
    @Field("entity of the list") EntityId entity,
    @Field("value of the feature's type") FeatureValue value,
    @Field(value = "time of the item, in nanoseconds", min = ListItem.FIRST, max = ListItem.LAST)
        Instant time) {

  public ItemLine {
    RecordField.check(ItemLine.class, entity, value, time);
  }

  /**
   * A line.
   *
   * @param entity whose list
   */
  public static ItemLine of(String entity, ListItem item) {
    return new ItemLine(new EntityId(entity), item.value(), item.time());
  }

  /**
   * Reads a line.
   *
   * @param json as above
   */
  public static ItemLine parse(String json) {
    try {
      return Wire.request(StrictJson.read(json), ItemLine.class);
    } catch (JacksonException e) {
      throw new WireException(
          WireException.Fault.WRONG_TYPE, StrictJson.fault(e) + " (expected: JSON)");
    }
  }

  /** The item. */
  public ListItem item() {
    return new ListItem(value, time);
  }
}
