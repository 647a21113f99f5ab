package io.messina.api.enrichment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.messina.api.Names;

/**
 * The name of an enrichment.
 *
 * @param value a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
 */
public record EnrichmentName(String value) {

  private static final int CHARS_MAX = 64;

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public EnrichmentName {
    Names.check("enrichment", value, CHARS_MAX);
  }

  /** The name. */
  @JsonValue
  @Override
  public String toString() {
    return value;
  }
}
