package io.messina.server.aggregates;

import io.messina.aggregate.AggregatorFactory;
import io.messina.aggregate.configured.ConfiguredAggregators;
import io.messina.server.config.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * The aggregators of users, from a jar.
 *
 * @param aggregators the usual aggregators
 * @param classes of the jar; empty without one
 */
record AggregatorJars(ConfiguredAggregators aggregators, URLClassLoader classes)
    implements AutoCloseable {

  /**
   * Loads a jar.
   *
   * @return to be closed after the aggregates
   * @throws ConfigurationException with one sentence if it cannot be used
   */
  public static AggregatorJars load(Path jar) {
    if (!Files.isReadable(jar)) {
      throw new ConfigurationException("aggregators: " + jar + " (expected: a jar that is there)");
    }
    URLClassLoader classes =
        new URLClassLoader(new URL[] {url(jar)}, AggregatorFactory.class.getClassLoader());
    Map<String, AggregatorFactory> found = new TreeMap<>();
    try {
      ServiceLoader.load(AggregatorFactory.class, classes)
          .forEach(factory -> found.put(factory.name(), factory));
    } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
      throw new ConfigurationException("aggregators: " + jar + ": " + e);
    }
    if (found.isEmpty()) {
      throw new ConfigurationException(
          "aggregators: "
              + jar
              + " (expected: a jar with META-INF/services/"
              + AggregatorFactory.class.getName()
              + ")");
    }
    return new AggregatorJars(new ConfiguredAggregators(found), classes);
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void close() {
    try {
      classes.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
