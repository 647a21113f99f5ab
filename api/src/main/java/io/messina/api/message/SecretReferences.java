package io.messina.api.message;

import io.messina.api.WireException;
import java.util.regex.Pattern;

/** What stands for a secret where it must not stand itself. */
final class SecretReferences {

  private static final Pattern FORM = Pattern.compile("(env|file):\\S{1,400}");

  private SecretReferences() {}

  /** The sentence does not show the value, since it may be the secret. */
  static void check(String what, String reference) {
    if (!FORM.matcher(reference).matches()) {
      throw new WireException(
          WireException.Fault.WRONG_TYPE,
          what + ": no reference (expected: env:NAME or file:PATH)");
    }
  }
}
