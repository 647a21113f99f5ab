package io.messina.server.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The values of all options: {@code messina.yaml}, overridden by variables {@code MESSINA_*},
 * overridden by flags. Immutable.
 */
public final class Configuration {

  /** The file that is read if it exists and no other is named. */
  public static final String FILE = "messina.yaml";

  /** Names another file. */
  public static final String FILE_FLAG = "--config";

  /** The beginning of the names of all variables that are Messina's. */
  public static final String VARIABLE_PREFIX = "MESSINA_";

  private static final String TEST_PREFIX = "MESSINA_TEST_";
  private static final String FILE_VARIABLE = "MESSINA_CONFIG";

  /** Read by others than the server. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(FILE_VARIABLE, "MESSINA_URL", "MESSINA_JAVA_OPTIONS");

  private final Map<String, GivenValue> given;
  private final Optional<Path> file;
  private final boolean isFileSecret;

  private Configuration(Map<String, GivenValue> given, Optional<Path> file, boolean isFileSecret) {
    this.given = given;
    this.file = file;
    this.isFileSecret = isFileSecret;
  }

  /**
   * Reads and checks everything.
   *
   * @param folder where {@code messina.yaml} may be, and what a relative name of another file
   *     starts from
   * @param flags values by flag, as in {@code --port}; {@code --config} names the file
   * @throws ConfigurationException if an option is unknown or a value is wrong
   */
  public static Configuration read(
      Path folder, Map<String, String> environment, Map<String, String> flags) {
    Optional<String> file = file(folder, environment, flags);
    Map<String, GivenValue> given = new HashMap<>();
    file.ifPresent(name -> given.putAll(ConfigurationFile.read(folder.resolve(name), name)));
    boolean isFileSecret =
        Options.ALL.stream().anyMatch(each -> each.isSecret() && given.containsKey(each.name()));
    given.putAll(ofEnvironment(environment));
    given.putAll(ofFlags(flags));
    Configuration configuration = new Configuration(given, file.map(folder::resolve), isFileSecret);
    var _ = configuration.table();
    return configuration;
  }

  /** The value of an option. */
  public <T> T get(Option<T> option) {
    return find(option).orElseThrow();
  }

  /** The value of an option that may have none. */
  public <T> Optional<T> find(Option<T> option) {
    GivenValue value = given.get(option.name());
    return value == null
        ? option.standard()
        : Optional.of(option.parse(value.source(), value.text()));
  }

  /** The file that it was read from, if there is one. */
  public Optional<Path> file() {
    return file;
  }

  /** The files with secrets of the server: those that options name, and that of the options. */
  public List<Path> secretFiles() {
    Stream<Path> named =
        Options.ALL.stream()
            .filter(Option::isSecretFile)
            .flatMap(option -> find(option).stream())
            .map(Path.class::cast);
    return Stream.concat(named, file.filter(_ -> isFileSecret).stream()).toList();
  }

  /** Whether it was given a value, be it the default one. */
  public boolean has(Option<?> option) {
    return given.containsKey(option.name());
  }

  /**
   * All options with their values.
   *
   * @return in the order of {@link Options#ALL}
   */
  public List<ConfiguredOption> table() {
    return Options.ALL.stream().map(this::configured).toList();
  }

  private ConfiguredOption configured(Option<?> option) {
    GivenValue value = given.get(option.name());
    return value == null
        ? new ConfiguredOption(option, option.standardText().orElse(""), "default")
        : new ConfiguredOption(option, option.format(value.source(), value.text()), value.source());
  }

  private static Optional<String> file(
      Path folder, Map<String, String> environment, Map<String, String> flags) {
    String named = flags.getOrDefault(FILE_FLAG, environment.get(FILE_VARIABLE));
    if (named == null) {
      return Files.exists(folder.resolve(FILE)) ? Optional.of(FILE) : Optional.empty();
    }
    if (!Files.isRegularFile(folder.resolve(named))) {
      String source = flags.containsKey(FILE_FLAG) ? FILE_FLAG : FILE_VARIABLE;
      throw new ConfigurationException(source + ": " + named + " (expected: a file that exists)");
    }
    return Optional.of(named);
  }

  private static Map<String, GivenValue> ofEnvironment(Map<String, String> environment) {
    Map<String, GivenValue> given = new LinkedHashMap<>();
    environment.forEach(
        (variable, text) -> {
          if (variable.startsWith(VARIABLE_PREFIX)
              && !variable.startsWith(TEST_PREFIX)
              && !OTHER_VARIABLES.contains(variable)) {
            Option<?> option = OptionNames.byVariable(variable);
            given.put(option.name(), new GivenValue(text, variable));
          }
        });
    return given;
  }

  private static Map<String, GivenValue> ofFlags(Map<String, String> flags) {
    Map<String, GivenValue> given = new LinkedHashMap<>();
    flags.forEach(
        (flag, text) -> {
          if (!flag.equals(FILE_FLAG)) {
            Option<?> option = OptionNames.byFlag(flag);
            checkShown(option);
            given.put(option.name(), new GivenValue(text, flag));
          }
        });
    return given;
  }

  private static void checkShown(Option<?> option) {
    if (option.isSecret()) {
      throw new ConfigurationException(
          option.flag()
              + ": every user of this machine could read it (expected: "
              + option.variable()
              + ")");
    }
  }
}
