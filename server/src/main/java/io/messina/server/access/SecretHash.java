package io.messina.server.access;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * SHA-256 of a secret, by which a token is stored. A secret of 256 random bits cannot be guessed,
 * so its hash need not be slow. To compare two takes the same time wherever they differ.
 */
final class SecretHash {

  /** To be cloned, which is twice as fast as finding the algorithm for each request. */
  private static final MessageDigest SHA_256 = sha256();

  private final byte[] bytes;

  private SecretHash(byte[] bytes) {
    this.bytes = bytes;
  }

  static SecretHash of(byte[] secret) {
    try {
      return new SecretHash(((MessageDigest) SHA_256.clone()).digest(secret));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads hexadecimal digits. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static SecretHash parse(String hex) {
    return new SecretHash(HexFormat.of().parseHex(hex));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SecretHash hash && MessageDigest.isEqual(bytes, hash.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Hexadecimal digits. */
  @JsonValue
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
