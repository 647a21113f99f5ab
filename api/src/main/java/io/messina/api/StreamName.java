package io.messina.api;

import java.util.regex.Pattern;

/**
 * The name of a stream.
 *
 * @param value a letter a-z or a digit, then up to 99 of a-z, 0-9, ".", "_" and "-"
 */
public record StreamName(String value) {

  private static final Pattern MEMBERS =
      Pattern.compile("aggregate\\..+\\.[0-9]+\\.members\\.[0-9]+");

  public StreamName {
    Names.check("stream", value);
  }

  /**
   * Whether the server keeps its own data in it: messages ({@code messages.…}), the members of an
   * aggregate ({@code aggregate.NAME.GENERATION.members.N}), or acts of operators ({@code
   * messina.…}). Other users may only read and follow it.
   */
  public boolean isInternal() {
    return isInternal(value);
  }

  /** As {@link #isInternal()}, for a text that may be the name of a stream. */
  public static boolean isInternal(String name) {
    return name.startsWith("messages.")
        || name.startsWith("messina.")
        || MEMBERS.matcher(name).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
