package io.messina.cli.serve;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A finding of the doctor.
 *
 * @param what it is about
 * @param grade how it is
 * @param found the facts
 * @param advice the action to take; empty if all is well
 */
record Finding(String what, Grade grade, String found, String advice) {

  /** The grade of a finding. */
  enum Grade {
    /** As it should be. */
    OK,
    /** It will run, but not well. */
    WARNING,
    /** A server will not start, or not work. */
    WRONG
  }

  static Finding ok(String what, String found) {
    return new Finding(what, Grade.OK, found, "");
  }

  static Finding warning(String what, String found, String advice) {
    return new Finding(what, Grade.WARNING, found, advice);
  }

  static Finding wrong(String what, String found, String advice) {
    return new Finding(what, Grade.WRONG, found, advice);
  }

  Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("check", what);
    fields.put("result", grade.name().toLowerCase(Locale.ROOT));
    fields.put("found", found);
    fields.put("what_to_do", advice);
    return fields;
  }
}
