package io.messina.store.cql.session;

import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads where a store is from one line of text:
 *
 * <pre>
 * {@code cql://host:port,host2:port/keyspace?dc=datacenter1&replication=3&timeout=5s&connections=4&tls=true}
 * </pre>
 *
 * <p>The port is {@value CqlOptions#PORT} unless given; addresses of IPv6 are written in brackets.
 * {@code dc} is required. A user and a password are never part of the URL, which ends up in logs
 * and lists of processes.
 */
public final class CqlUrl {

  /** The beginning of the text. */
  public static final String SCHEME = "cql://";

  /** The form of a URL, as part of a sentence. */
  public static final String FORM = "cql://host:port/keyspace?dc=NAME";

  private static final int PORT_MAX = 65_535;
  private static final List<String> PARAMETERS =
      List.of("dc", "replication", "timeout", "connections", "tls");
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");
  private static final Pattern HOST =
      Pattern.compile("(?<name>[A-Za-z0-9._-]+|\\[[0-9a-fA-F:.%]+])(:(?<port>\\d{1,5}))?");

  private CqlUrl() {}

  /**
   * Returns whether a text is meant as a URL of this kind.
   *
   * @param text any text
   * @return true if it begins with {@link #SCHEME}
   */
  public static boolean isMeant(String text) {
    return text.startsWith(SCHEME);
  }

  /**
   * Reads a URL.
   *
   * @param text the URL
   * @return its options, without credentials
   * @throws IllegalArgumentException if it is not a URL of this kind; the message is one sentence
   *     that says which part is wrong and what was expected, and repeats no password
   */
  public static CqlOptions parse(String text) {
    if (!isMeant(text)) {
      throw wrong("URL", "does not begin with " + SCHEME, FORM);
    }
    String rest = text.substring(SCHEME.length());
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    if (place.indexOf('@') >= 0) {
      throw wrong("URL", "has a user before @", "user and password given apart from the URL");
    }
    int slash = place.indexOf('/');
    if (slash < 0 || slash == place.length() - 1) {
      throw wrong("keyspace", "none", FORM);
    }
    return options(
        hosts(place.substring(0, slash)),
        place.substring(slash + 1),
        parameters(question < 0 ? "" : rest.substring(question + 1)));
  }

  private static CqlOptions options(
      List<InetSocketAddress> hosts, String keyspace, Map<String, String> parameters) {
    String datacenter = parameters.get("dc");
    if (datacenter == null) {
      throw wrong("dc", "none", "?dc=NAME, the data centre of the database");
    }
    return new CqlOptions(
        hosts,
        keyspace,
        datacenter,
        number(parameters, "replication", CqlOptions.REPLICATION),
        Optional.empty(),
        tls(parameters.getOrDefault("tls", "false")),
        duration(parameters),
        number(parameters, "connections", CqlOptions.CONNECTIONS_PER_NODE));
  }

  private static List<InetSocketAddress> hosts(String text) {
    List<InetSocketAddress> hosts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      hosts.add(host(part));
    }
    return hosts;
  }

  private static InetSocketAddress host(String text) {
    Matcher matcher = HOST.matcher(text);
    if (!matcher.matches()) {
      throw wrong("host", text.isEmpty() ? "none" : text, "host or host:port");
    }
    String port = matcher.group("port");
    int number = port == null ? CqlOptions.PORT : Integer.parseInt(port);
    if (number < 1 || number > PORT_MAX) {
      throw wrong("port", String.valueOf(port), "from 1 to " + PORT_MAX);
    }
    String name = matcher.group("name");
    return InetSocketAddress.createUnresolved(
        name.startsWith("[") ? name.substring(1, name.length() - 1) : name, number);
  }

  private static Map<String, String> parameters(String text) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String part : text.isEmpty() ? List.<String>of() : List.of(text.split("&", -1))) {
      int equals = part.indexOf('=');
      String name = decoded(equals < 0 ? part : part.substring(0, equals));
      if (!PARAMETERS.contains(name)) {
        throw unknown(name);
      }
      String value = equals < 0 ? "" : decoded(part.substring(equals + 1));
      if (value.isEmpty()) {
        throw wrong(name, "empty", "a value");
      }
      if (parameters.put(name, value) != null) {
        throw wrong(name, "given twice", "once");
      }
    }
    return parameters;
  }

  private static IllegalArgumentException unknown(String name) {
    return List.of("user", "username", "password").contains(name)
        ? wrong("URL", "has a parameter " + name, "user and password given apart from the URL")
        : wrong("parameter", name, "one of " + String.join(", ", PARAMETERS));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw wrong("parameter", text, "percent signs only before two hexadecimal digits");
    }
  }

  private static int number(Map<String, String> parameters, String name, int standard) {
    String text = parameters.get(name);
    if (text == null) {
      return standard;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw wrong(name, text, "a whole number");
    }
  }

  private static Duration duration(Map<String, String> parameters) {
    String text = parameters.get("timeout");
    if (text == null) {
      return CqlOptions.REQUEST_TIMEOUT;
    }
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw wrong("timeout", text, "a number and a unit, as in 500ms, 5s or 1m");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  private static Optional<CqlTls> tls(String text) {
    return switch (text) {
      case "true" -> Optional.of(CqlTls.STANDARD);
      case "false" -> Optional.empty();
      default -> throw wrong("tls", text, "true or false");
    };
  }

  private static IllegalArgumentException wrong(String what, String actual, String expected) {
    return new IllegalArgumentException(what + ": " + actual + " (expected: " + expected + ")");
  }
}
