package io.messina.server.config;

import io.messina.aggregate.snapshot.S3Location;
import io.messina.api.Durations;
import io.messina.server.json.ByteSizes;
import io.messina.store.cql.session.CqlUrl;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The type of an option: which texts it takes, and their values.
 *
 * @param name of the type, as in {@code duration}
 * @param expected which texts are allowed, as part of a sentence
 * @param parse gives the value, or throws {@link IllegalArgumentException}
 * @param format gives the text of a value
 * @param <T> of the value
 */
record OptionType<T>(
    String name, String expected, Function<String, T> parse, Function<T, String> format) {

  /** The store in a folder of this machine. */
  static final String EMBEDDED = "embedded";

  private static final int PORT_MAX = 65_535;
  private static final String SECRET = "secret";
  private static final String SECRET_FILE = "secret-file";
  private static final String HIDDEN = "(hidden)";

  boolean isSecret() {
    return name.equals(SECRET);
  }

  boolean isSecretFile() {
    return name.equals(SECRET_FILE);
  }

  static OptionType<Integer> wholeNumber(int min, int max) {
    return new OptionType<>(
        "number",
        "a whole number from " + min + " to " + max,
        text -> Math.toIntExact(between(Integer.parseInt(text), min, max)),
        String::valueOf);
  }

  static OptionType<Integer> shards() {
    return new OptionType<>(
        "number",
        "a power of two from 1 to 4096",
        text -> {
          int shards = Math.toIntExact(between(Integer.parseInt(text), 1, 4096));
          check(Integer.bitCount(shards) == 1);
          return shards;
        },
        String::valueOf);
  }

  /** Without a slash at its end. */
  static OptionType<URI> url() {
    return new OptionType<>(
        "url", "a URL as in https://messina.example.com", OptionType::url, URI::toString);
  }

  static OptionType<Long> size(long min, long max) {
    return new OptionType<>(
        "size",
        ByteSizes.FORM + ", from " + ByteSizes.format(min) + " to " + ByteSizes.format(max),
        text -> between(ByteSizes.parse(text), min, max),
        ByteSizes::format);
  }

  static OptionType<Duration> duration(Duration min, Duration max) {
    return new OptionType<>(
        "duration",
        Durations.FORM + ", from " + Durations.format(min) + " to " + Durations.format(max),
        text -> {
          Duration duration = Durations.parse(text);
          check(duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0);
          return duration;
        },
        Durations::format);
  }

  static OptionType<Path> path() {
    return new OptionType<>("path", "a path", OptionType::path, Path::toString);
  }

  /** A file that only the server may read. */
  static OptionType<Path> secretFile() {
    return new OptionType<>(SECRET_FILE, "a path", OptionType::path, Path::toString);
  }

  /** Names of variables, with commas between them. */
  static OptionType<VariableNames> variableNames() {
    return new OptionType<>(
        "names",
        "names of variables, or their beginnings, as in MAIL_PASSWORD,HOOKS_*",
        VariableNames::parse,
        VariableNames::toString);
  }

  /** Texts are the names of the constants, in small letters. */
  static <E extends Enum<E>> OptionType<E> choice(Class<E> type, String expected) {
    return new OptionType<>(
        "choice",
        expected,
        text ->
            Arrays.stream(type.getEnumConstants())
                .filter(constant -> choice(constant).equals(text))
                .findAny()
                .orElseThrow(IllegalArgumentException::new),
        OptionType::choice);
  }

  static OptionType<String> text(String expected) {
    return new OptionType<>(
        "text",
        expected,
        text -> {
          check(!text.isBlank());
          return text;
        },
        text -> text);
  }

  /** A text that is never shown. */
  static OptionType<String> secret() {
    return new OptionType<>(SECRET, "a text, which is never shown", text -> text, _ -> HIDDEN);
  }

  static OptionType<Roles> roles() {
    return new OptionType<>(
        "roles", "gateway, owner, or gateway,owner", Roles::parse, Roles::toString);
  }

  /** An address of this machine. */
  static OptionType<InetSocketAddress> socketAddress() {
    return new OptionType<>(
        "address",
        "host:port, as in 127.0.0.1:8421 or [::1]:8421",
        text -> {
          URI parts = authority(text);
          InetSocketAddress address = new InetSocketAddress(parts.getHost(), parts.getPort());
          check(!address.isUnresolved());
          return address;
        },
        address ->
            (address.getHostString().contains(":")
                    ? "[" + address.getHostString() + "]"
                    : address.getHostString())
                + ":"
                + address.getPort());
  }

  static OptionType<String> hostAndPort() {
    return new OptionType<>(
        "address",
        "host:port, as in messina-1.example.com:8421",
        text -> {
          check(authority(text).getPort() > 0);
          return text;
        },
        text -> text);
  }

  private static URI authority(String text) {
    URI parts = URI.create("tcp://" + text);
    check(parts.getHost() != null);
    check(text.equals(parts.getRawAuthority()));
    check(parts.getUserInfo() == null);
    check(parts.getPort() >= 0);
    return parts;
  }

  /** Where the store is. */
  static OptionType<String> store() {
    return new OptionType<>(
        "store", EMBEDDED + ", or " + CqlUrl.FORM, OptionType::store, Function.identity());
  }

  /** Where snapshots are. */
  static OptionType<String> snapshots() {
    return new OptionType<>(
        "place", "a path, or " + S3Location.FORM, OptionType::snapshots, Function.identity());
  }

  /** A host by its address or name. */
  static OptionType<String> host() {
    return new OptionType<>(
        "address",
        "an address or a host name, as in 127.0.0.1, 0.0.0.0 or messina-1.example.com",
        text -> {
          String host = text.contains(":") ? "[" + text + "]" : text;
          check(host.equals(authority(host + ":0").getHost()));
          return text;
        },
        text -> text);
  }

  private static String store(String text) {
    if (!text.equals(EMBEDDED) && CqlUrl.isMeant(text)) {
      checkParts(CqlUrl::parse, text);
    } else {
      check(text.equals(EMBEDDED));
    }
    return text;
  }

  private static String snapshots(String text) {
    if (S3Location.isMeant(text)) {
      checkParts(S3Location::parse, text);
    } else {
      check(!text.contains("://"));
      var _ = path(text);
    }
    return text;
  }

  private static void checkParts(Consumer<String> check, String text) {
    try {
      check.accept(text);
    } catch (IllegalArgumentException e) {
      throw new WrongPartException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Path path(String text) {
    check(!text.isBlank());
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static URI url(String text) {
    URI url = URI.create(text.replaceAll("/+$", ""));
    check("http".equals(url.getScheme()) || "https".equals(url.getScheme()));
    check(url.getHost() != null && url.getRawUserInfo() == null && url.getPort() <= PORT_MAX);
    check(url.getRawQuery() == null && url.getRawFragment() == null);
    return url;
  }

  private static String choice(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static long between(long number, long min, long max) {
    check(number >= min && number <= max);
    return number;
  }

  private static void check(boolean allowed) {
    if (!allowed) {
      throw new IllegalArgumentException();
    }
  }
}
