package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.regex.Pattern;

/** The key that signs mail by DKIM, RFC 6376. */
public record DkimOptions(
    @Field(
            value = "domain that signs; its DNS has the public key at SELECTOR._domainkey.DOMAIN",
            min = "1",
            max = "253")
        String domain,
    @Field(value = "selector of the key within the domain", min = "1", max = "63") String selector,
    @Field(
            value =
                "reference env:NAME or file:PATH to the private key in PKCS #8: RSA of at least"
                    + " 1024 bits, or Ed25519",
            min = "5",
            max = "1000")
        String key) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

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
