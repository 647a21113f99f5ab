package io.messina.server.config;

import java.util.Locale;
import java.util.Optional;

/**
 * Something that can be configured, declared once in {@link Options}.
 *
 * @param <T> of its value
 */
public final class Option<T> {

  private final String name;
  private final OptionType<T> type;
  private final Optional<T> standard;
  private final String sentence;

  Option(String name, OptionType<T> type, Optional<T> standard, String sentence) {
    this.name = name;
    this.type = type;
    this.standard = standard;
    this.sentence = sentence;
  }

  /**
   * Its name in the file.
   *
   * @return as in {@code body-max}
   */
  public String name() {
    return name;
  }

  /**
   * The environment variable that overrides the file.
   *
   * @return as in {@code MESSINA_BODY_MAX}
   */
  public String variable() {
    return "MESSINA_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
  }

  /**
   * The flag that overrides both.
   *
   * @return as in {@code --body-max}
   */
  public String flag() {
    return "--" + name;
  }

  /**
   * Which kind of value it has.
   *
   * @return as in {@code duration}
   */
  public String type() {
    return type.name();
  }

  /**
   * Whether its values are never shown, and never taken from a flag, which lists of processes show.
   */
  public boolean isSecret() {
    return type.isSecret();
  }

  /** Whether it names a file that only the server may read. */
  boolean isSecretFile() {
    return type.isSecretFile();
  }

  /** Which values are allowed, with unit and bounds. */
  public String expected() {
    return type.expected();
  }

  /** The sentence of the help. */
  public String sentence() {
    return sentence;
  }

  /**
   * The default value.
   *
   * @return its text, or empty for none
   */
  public Optional<String> standardText() {
    return standard.map(type.format());
  }

  Optional<T> standard() {
    return standard;
  }

  T parse(String place, String text) {
    try {
      return type.parse().apply(text);
    } catch (WrongPartException e) {
      throw new ConfigurationException(place + ": " + e.getMessage());
    } catch (IllegalArgumentException | ArithmeticException _) {
      throw new ConfigurationException(
          place + ": " + text + " (expected: " + type.expected() + ")");
    }
  }

  String format(String place, String text) {
    return type.format().apply(parse(place, text));
  }
}
