package io.messina.bench.figures;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The flags of a benchmark, each with a value behind it. */
public final class Flags {

  private static final Pattern FLAG = Pattern.compile("(?m)^ *(--[a-z-]+) ");

  private final Map<String, String> given = new HashMap<>();

  private Flags() {}

  /**
   * Reads flags.
   *
   * @param help has a line for each flag that is known
   * @param arguments flags and values in turns
   * @throws IllegalArgumentException with a sentence, if one is unknown or has no value
   */
  public static Flags read(String help, List<String> arguments) {
    List<String> known = FLAG.matcher(help).results().map(found -> found.group(1)).toList();
    Flags flags = new Flags();
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String flag = rest.next();
      if (!known.contains(flag) || !rest.hasNext()) {
        throw new IllegalArgumentException(
            flag + " (expected: a value behind one of\n" + help + ")");
      }
      flags.given.put(flag, rest.next());
    }
    return flags;
  }

  /** The value of a flag, if it was given. */
  public Optional<String> find(String flag) {
    return Optional.ofNullable(given.get(flag));
  }

  /** Options of a JVM, with blanks between them. */
  public List<String> words(String flag) {
    return find(flag).map(words -> List.of(words.strip().split(" +"))).orElse(List.of());
  }

  /** A number from 1. */
  public int number(String flag, int standard) {
    return number(flag, standard, 1);
  }

  /**
   * A number.
   *
   * @param flag with its hyphens
   * @param standard if it was not given
   * @param min the smallest that is allowed
   * @throws IllegalArgumentException with a sentence, if it is not a number in these bounds
   */
  public int number(String flag, int standard, int min) {
    String text = find(flag).orElse(Integer.toString(standard));
    if (text.matches("[0-9]{1,9}") && Integer.parseInt(text) >= min) {
      return Integer.parseInt(text);
    }
    throw new IllegalArgumentException(
        flag + ": " + text + " (expected: a number from " + min + ")");
  }
}
