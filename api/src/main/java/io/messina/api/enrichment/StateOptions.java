package io.messina.api.enrichment;

import io.messina.api.Field;
import io.messina.api.Names;
import io.messina.api.StreamName;
import io.messina.api.WireException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an enrichment does: each event of the stream that has a key changes the fields of the state
 * of its key, all at once.
 *
 * @param stream whose events make the states; it stays
 * @param fields how each field is made, by its name; another set of them is made anew from the
 *     oldest event on
 */
public record StateOptions(
    @Field("the stream whose events make the states, one for each key; for ever") StreamName stream,
    @Field("how each field of a state is made, by its name; a change begins at the oldest event")
        Map<String, StateField> fields) {

  /** How many fields a state may have. */
  public static final int FIELDS_MAX = 100;

  /** How long the name of a field may be, in bytes of UTF-8. */
  public static final int NAME_BYTES_MAX = 64;

  /**
   * Checked options.
   *
   * @throws WireException if there are no fields or too many, or one has no good name
   */
  public StateOptions {
    if (fields.isEmpty() || fields.size() > FIELDS_MAX) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "fields: " + fields.size() + " (expected: 1 to " + FIELDS_MAX + ")");
    }
    fields.keySet().forEach(name -> Names.checkText("field", name, NAME_BYTES_MAX));
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }
}
