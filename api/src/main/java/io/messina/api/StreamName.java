package io.messina.api;

import java.util.regex.Pattern;

/**
 * What a stream is called.
 *
 * @param value a letter a-z or a digit, then up to 99 of a-z, 0-9, ".", "_" and "-"
 */
public record StreamName(String value) {

  private static final Pattern MEMBERS =
      Pattern.compile("aggregate\\..+\\.[0-9]+\\.members\\.[0-9]+");

  /**
   * A checked name.
   *
   * @throws IllegalArgumentException if it has other characters or is too long
   */
  public StreamName {
    Names.check("stream", value);
  }

  /**
   * Whether the server keeps something of its own there: messages ({@code messages.…}) or the
   * members of an aggregate ({@code aggregate.NAME.GENERATION.members.N}). Others read such a
   * stream and follow it, and change nothing.
   *
   * @return whether it is the server's
   */
  public boolean isInternal() {
    return value.startsWith("messages.") || MEMBERS.matcher(value).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
