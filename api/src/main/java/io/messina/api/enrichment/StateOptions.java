package io.messina.api.enrichment;

import io.messina.api.Field;
import io.messina.api.Names;
import io.messina.api.StreamName;
import io.messina.api.WireException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Options of an enrichment: each event of the stream that has a key changes the fields of the state
 * of its key, all at once.
 */
public record StateOptions(
    @Field("stream whose events make the states, one for each key; fixed at creation")
        StreamName stream,
    @Field("functions of the fields of a state, by name; a change begins again at the oldest event")
        Map<String, StateField> fields) {

  /** The most fields of a state. */
  public static final int FIELDS_MAX = 100;

  /** The longest name of a field, in bytes of UTF-8. */
  public static final int NAME_BYTES_MAX = 64;

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
