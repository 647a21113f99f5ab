package io.messina.bench.figures;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The names of a benchmark's arms on the command line. */
public final class ArmName {

  private ArmName() {}

  /**
   * The name of an arm.
   *
   * @param arm a constant of the arms
   * @return in small letters, with hyphens
   */
  public static String of(Enum<?> arm) {
    return arm.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Finds an arm by its name.
   *
   * @param arms all arms
   * @param text a name
   * @return the arm
   * @throws IllegalArgumentException where none is called so; the message names them all
   */
  public static <A extends Enum<A>> A parse(A[] arms, String text) {
    return Arrays.stream(arms)
        .filter(arm -> of(arm).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    text
                        + " (expected: "
                        + Arrays.stream(arms).map(ArmName::of).collect(Collectors.joining(", "))
                        + ")"));
  }
}
