package io.messina.runtime.definition;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The tag of a definition: another one whenever the definition is another one. */
public final class DefinitionTag {

  private static final int BYTES = 8;

  private DefinitionTag() {}

  /**
   * The tag of a definition.
   *
   * @param id its name and generation
   * @param json its content
   * @return 16 hexadecimal digits
   */
  public static String of(String id, String json) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((id + " " + json).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has it", e);
    }
  }
}
