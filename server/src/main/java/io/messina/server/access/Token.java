package io.messina.server.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Wire;
import io.messina.api.access.TokenName;
import io.messina.api.access.TokenOptions;
import io.messina.api.access.TokenReport;
import io.messina.runtime.definition.Definition;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/** A token as it is stored: by the hash of its secret. */
record Token(TokenName name, int generation, Row row) {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SECRET_BYTES = 32;
  private static final String BEGIN = "messina_";
  private static final char BEFORE_SECRET = '_';

  /** The JSON of its definition. */
  record Row(
      @JsonUnwrapped TokenOptions options,
      Instant created,
      Optional<Instant> expires,
      SecretHash hash) {}

  /** A token as a client sends it. */
  record Sent(String name, String secret) {

    /** A new one, with a random secret. */
    static Sent random(TokenName name) {
      byte[] secret = new byte[SECRET_BYTES];
      RANDOM.nextBytes(secret);
      return new Sent(name.toString(), HexFormat.of().formatHex(secret));
    }

    static Optional<Sent> parse(String text) {
      int secretAt = text.length() - 2 * SECRET_BYTES;
      boolean isOne =
          secretAt > BEGIN.length() + 1
              && text.startsWith(BEGIN)
              && text.charAt(secretAt - 1) == BEFORE_SECRET
              && isHex(text, secretAt);
      return isOne
          ? Optional.of(
              new Sent(text.substring(BEGIN.length(), secretAt - 1), text.substring(secretAt)))
          : Optional.empty();
    }

    private static boolean isHex(String text, int from) {
      for (int i = from; i < text.length(); i++) {
        char c = text.charAt(i);
        if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
          return false;
        }
      }
      return true;
    }

    String text() {
      return BEGIN + name + BEFORE_SECRET + secret;
    }

    SecretHash hash() {
      return SecretHash.of(HexFormat.of().parseHex(secret));
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return name;
    }
  }

  static Token read(Definition definition) {
    return new Token(
        new TokenName(definition.name()),
        definition.generation(),
        Wire.read(definition.json(), Row.class));
  }

  boolean isOf(Sent sent) {
    return row.hash.equals(sent.hash());
  }

  boolean isExpired(Instant now) {
    return row.expires.filter(end -> !now.isBefore(end)).isPresent();
  }

  TokenReport report() {
    return new TokenReport(name, row.options, row.created, row.expires);
  }
}
