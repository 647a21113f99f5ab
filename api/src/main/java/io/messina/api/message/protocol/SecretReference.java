package io.messina.api.message.protocol;

import io.messina.api.WireException;
import java.util.regex.Pattern;

/** References to secrets in definitions. */
public final class SecretReference {

  private static final Pattern FORM = Pattern.compile("(env|file):\\P{Cntrl}{1,1000}");

  private SecretReference() {}

  /** Checks one. The sentence does not show the text: it may be the secret itself. */
  public static void check(String field, String reference) {
    if (!FORM.matcher(reference).matches()) {
      throw new WireException(
          WireException.Fault.WRONG_TYPE,
          field + ": another form (expected: env:NAME or file:PATH)");
    }
  }
}
