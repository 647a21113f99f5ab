package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.regex.Pattern;

/**
 * By which key mail is signed (DKIM, RFC 6376), so that its receivers know whose it is.
 *
 * @param domain who signs; its DNS has the public key as {@code SELECTOR._domainkey.DOMAIN}
 * @param selector which of the domain's keys
 * @param key where the private key is: PKCS #8, as PEM or its base64 alone, for RSA of at least
 *     1,024 bits or Ed25519
 */
public record DkimOptions(
    @Field(value = "the domain that signs", min = "1", max = "253") String domain,
    @Field(value = "which of its keys", min = "1", max = "63") String selector,
    @Field(
            value = "where the private key in PKCS #8 is, as env:NAME or file:PATH",
            min = "5",
            max = "1000")
        String key) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if a value is out of bounds, or has another form
   */
  public DkimOptions {
    RecordField.check(DkimOptions.class, domain, selector, key);
    checkName("domain", domain);
    checkName("selector", selector);
    SecretReference.check("key", key);
  }

  private static void checkName(String field, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          field + ": another form (expected: letters, digits, hyphens and dots)");
    }
  }
}
