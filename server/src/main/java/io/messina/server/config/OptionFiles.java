package io.messina.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Looks at files and folders that options name; changes nothing. */
public final class OptionFiles {

  private static final Set<PosixFilePermission> OF_OTHERS =
      Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

  private OptionFiles() {}

  /**
   * Looks at the files with secrets of the server, and at the folder with those of definitions.
   *
   * @return a sentence for each file that every user of the machine can use
   * @throws ConfigurationException if the folder is none
   */
  public static List<String> checkSecrets(Configuration configuration) {
    configuration
        .find(Options.SECRETS)
        .filter(folder -> !Files.isDirectory(folder))
        .ifPresent(
            folder -> {
              throw wrong(Options.SECRETS, folder, "a folder that exists");
            });
    List<String> warnings = new ArrayList<>();
    for (Path file : configuration.secretFiles()) {
      if (isOfOthers(file)) {
        warnings.add(
            file
                + " can be read or changed by every user of this machine (expected: a file with a"
                + " secret has rights for its owner, and perhaps its group)");
      }
    }
    return warnings;
  }

  private static boolean isOfOthers(Path file) {
    try {
      return !Collections.disjoint(Files.getPosixFilePermissions(file), OF_OTHERS);
    } catch (IOException | UnsupportedOperationException _) {
      return false; // it is not there yet, or has other rights than these
    }
  }

  /**
   * Makes sure that a folder is there to be written, or can be made.
   *
   * @throws ConfigurationException if not
   */
  public static void checkFolder(Option<?> option, Path folder) {
    if (!isMakeable(folder)) {
      throw wrong(option, folder, "a folder that can be written, or can be made");
    }
  }

  private static boolean isMakeable(Path folder) {
    Path existing = folder.toAbsolutePath().normalize();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return isWritable(existing);
  }

  /**
   * Makes sure that a file can be written, or made in a folder that exists.
   *
   * @throws ConfigurationException if not
   */
  public static void checkFile(Option<?> option, Path file) {
    boolean isUsable =
        Files.exists(file)
            ? !Files.isDirectory(file) && Files.isWritable(file)
            : isWritable(folder(file));
    if (!isUsable) {
      throw wrong(option, file, "a file that can be written, in a folder that exists");
    }
  }

  /**
   * Makes sure that a file can be made or replaced in its folder.
   *
   * @throws ConfigurationException if not
   */
  public static void checkReplaced(Option<?> option, Path file) {
    if (Files.isDirectory(file) || !isWritable(folder(file))) {
      throw wrong(option, file, "a file in a folder that exists and can be written");
    }
  }

  private static boolean isWritable(Path folder) {
    return Files.isDirectory(folder) && Files.isWritable(folder);
  }

  private static Path folder(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file : parent;
  }

  /** The refusal of a file or folder that an option names. */
  public static ConfigurationException wrong(Option<?> option, Path file, String expected) {
    return new ConfigurationException(
        option.name() + ": " + file + " (expected: " + expected + ")");
  }
}
