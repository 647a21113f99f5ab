package io.messina.server.aggregates;

import io.messina.aggregate.snapshot.DirectorySnapshotPlace;
import io.messina.aggregate.snapshot.S3Location;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.aggregate.snapshot.SnapshotPlaceFactory;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.OptionFiles;
import io.messina.server.config.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The place of snapshots. The jars for a bucket, those of {@code aggregate-s3}, are loaded only
 * where a bucket is used: from the class path of a program that has them, otherwise from a folder.
 *
 * @param place open
 * @param classes of the folder; empty where none is needed
 */
record OpenSnapshots(SnapshotPlace place, Optional<URLClassLoader> classes)
    implements AutoCloseable {

  /** The system property that names the folder of the jars. The script sets it for users. */
  static final String JARS = "messina.s3.jars";

  /**
   * Makes sure that a place can be opened; loads no jar.
   *
   * @throws ConfigurationException with one sentence if not
   */
  static void check(String text) {
    if (!S3Location.isMeant(text)) {
      OptionFiles.checkFolder(Options.SNAPSHOTS, Path.of(text));
    } else if (factory(SnapshotPlaceFactory.class.getClassLoader()).isEmpty()) {
      URL[] _ = jars();
    }
  }

  /**
   * Opens a place, without asking it.
   *
   * @param text of the option
   * @return to be closed after the aggregates
   * @throws ConfigurationException with one sentence if it cannot be opened
   */
  static OpenSnapshots at(String text) {
    if (!S3Location.isMeant(text)) {
      return new OpenSnapshots(new DirectorySnapshotPlace(Path.of(text)), Optional.empty());
    }
    ClassLoader own = SnapshotPlaceFactory.class.getClassLoader();
    Optional<SnapshotPlaceFactory> present = factory(own);
    if (present.isPresent()) {
      return new OpenSnapshots(open(present.get(), text), Optional.empty());
    }
    URLClassLoader classes = new URLClassLoader(jars(), own);
    try {
      SnapshotPlaceFactory factory = factory(classes).orElseThrow(OpenSnapshots::missing);
      return new OpenSnapshots(open(factory, text), Optional.of(classes));
    } catch (RuntimeException | Error e) {
      close(classes);
      throw e;
    }
  }

  private static Optional<SnapshotPlaceFactory> factory(ClassLoader classes) {
    return ServiceLoader.load(SnapshotPlaceFactory.class, classes).stream()
        .map(ServiceLoader.Provider::get)
        .filter(factory -> factory.scheme().equals(S3Location.SCHEME))
        .findFirst();
  }

  private static SnapshotPlace open(SnapshotPlaceFactory factory, String location) {
    try {
      return factory.open(location);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(Options.SNAPSHOTS.name() + ": " + e.getMessage());
    }
  }

  private static URL[] jars() {
    Path folder = Path.of(System.getProperty(JARS, ""));
    if (folder.toString().isEmpty() || !Files.isDirectory(folder)) {
      throw missing();
    }
    try (Stream<Path> files = Files.list(folder)) {
      URL[] jars =
          files
              .filter(file -> file.toString().endsWith(".jar"))
              .sorted()
              .map(OpenSnapshots::url)
              .toArray(URL[]::new);
      if (jars.length == 0) {
        throw missing();
      }
      return jars;
    } catch (IOException e) {
      throw new ConfigurationException(
          Options.SNAPSHOTS.name() + ": the jars for it cannot be listed in " + folder);
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static ConfigurationException missing() {
    return new ConfigurationException(
        "%s: a bucket needs the jars of aggregate-s3 (expected: their folder in the system property %s)"
            .formatted(Options.SNAPSHOTS.name(), JARS));
  }

  private static void close(URLClassLoader classes) {
    try {
      classes.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    place.close();
    classes.ifPresent(OpenSnapshots::close);
  }
}
