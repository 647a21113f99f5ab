package io.messina.api.message;

import java.util.regex.Pattern;

/** What definitions hold in the stead of secrets. */
final class SecretReference {

  private static final Pattern FORM = Pattern.compile("(env|file):\\P{Cntrl}+");

  private SecretReference() {}

  /** The sentence does not show the text: somebody may have put the secret itself there. */
  static void check(String field, String reference) {
    if (!FORM.matcher(reference).matches()) {
      throw new IllegalArgumentException(
          field + ": another form (expected: env:NAME or file:PATH)");
    }
  }
}
