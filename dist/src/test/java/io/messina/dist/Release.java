package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

/** The files that the module {@code dist} makes. */
final class Release {

  static final String VERSION = property("messina.version");

  private static final Path FOLDER = Path.of(property("messina.dist")).toAbsolutePath().normalize();

  private Release() {}

  static Path folder() {
    return FOLDER;
  }

  /** With a JDK for linux-x64. */
  static Path archive() {
    return made("messina-" + VERSION + "-linux-x64.tar.gz");
  }

  /** For any platform that has a JDK. */
  static Path archiveForAny() {
    return made("messina-" + VERSION + "-any.tar.gz");
  }

  static Path debianPackage() {
    return made("messina_" + debianVersion() + "_amd64.deb");
  }

  static String debianVersion() {
    return VERSION.replace("-", "~");
  }

  /** All that is installed, on the disk of this machine. */
  static Path tree() {
    return FOLDER.resolve("messina");
  }

  /** Not made where mmdebstrap is missing. */
  static Path image() {
    return made("messina-" + VERSION + "-image.tar");
  }

  private static Path made(String name) {
    Path file = FOLDER.resolve(name);
    assertThat(file).isRegularFile();
    return file;
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }
}
