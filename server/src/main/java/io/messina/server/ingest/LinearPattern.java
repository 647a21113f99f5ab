package io.messina.server.ingest;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.SchemaException;
import com.networknt.schema.regex.RegularExpression;
import io.messina.api.Shown;

/**
 * A regular expression of a schema. It is matched in a time that grows with its size times the
 * length of the text, so no pattern together with no text takes for ever; features that need more,
 * such as look-around and back references, are refused when the schema is given.
 */
record LinearPattern(Pattern pattern, long size) implements RegularExpression {

  /** Size times length; a second or so. */
  static final long STEPS_MAX = 50_000_000;

  static LinearPattern compile(String regex) {
    PatternText text = PatternText.read(regex);
    try {
      return new LinearPattern(Pattern.compile(text.translated()), text.size());
    } catch (PatternSyntaxException e) {
      throw new SchemaException(
          "pattern: "
              + Shown.text(regex)
              + ": "
              + e.getDescription()
              + " (expected: a regular expression without look-around and back references)");
    }
  }

  @Override
  public boolean matches(String value) {
    if (size * value.length() > STEPS_MAX) {
      throw new SchemaException(
          "a text of " + value.length() + " characters is too long for the pattern " + pattern);
    }
    return pattern.matcher(value).find();
  }
}
