package io.messina.cli.demo;

import io.messina.server.config.Options;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A keyspace of a database, which keeps the demo's data.
 *
 * @param url as in the option {@code store}
 */
record DemoKeyspace(String url) implements DemoPlace {

  private static final Path NO_FOLDER = Path.of("folder-of-no-demo");

  @Override
  public Path path() {
    return NO_FOLDER;
  }

  @Override
  public Map<String, String> flags() {
    return Map.of(Options.STORE.flag(), url);
  }

  /** Names and passwords of the database. */
  @Override
  public Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.keySet().removeIf(name -> !name.startsWith(Options.STORE.variable() + "_"));
    return environment;
  }

  @Override
  public String line() {
    return "Store     " + url + ", kept";
  }

  @Override
  public void close() {}
}
