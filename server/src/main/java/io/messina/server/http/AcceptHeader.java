package io.messina.server.http;

import java.util.List;
import java.util.Locale;

/** Which form of an answer a client likes best (RFC 9110, 12.5.1). */
final class AcceptHeader {

  private static final String QUALITY = "q=";

  private AcceptHeader() {}

  /**
   * Chooses a form.
   *
   * @param header as it came; may be empty
   * @param offered the forms there are, in lower case; the first one is the default
   * @return the one of the highest quality, of several the one that is named first
   */
  static String best(String header, List<String> offered) {
    String best = offered.getFirst();
    double highest = 0;
    for (String range : header.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] parts = range.split(";", -1);
      String type = named(parts[0].strip(), offered);
      double quality = quality(parts);
      if (offered.contains(type) && quality > highest) {
        best = type;
        highest = quality;
      }
    }
    return best;
  }

  /** A wildcard means the first one that it allows. */
  private static String named(String type, List<String> offered) {
    String first = offered.getFirst();
    boolean isWild = type.endsWith("/*") && first.startsWith(type.replace("*", ""));
    return isWild || type.equals("*/*") ? first : type;
  }

  private static double quality(String[] parts) {
    for (String part : parts) {
      String parameter = part.strip();
      if (parameter.startsWith(QUALITY)) {
        try {
          return Double.parseDouble(parameter.substring(QUALITY.length()));
        } catch (NumberFormatException _) {
          return 0;
        }
      }
    }
    return 1;
  }
}
