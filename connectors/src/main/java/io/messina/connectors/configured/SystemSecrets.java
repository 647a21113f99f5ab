package io.messina.connectors.configured;

import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The secrets of this machine: variables of the environment, and files. Each is read again each
 * time. No sentence shows a secret, or the content of a file. Safe for use by many threads.
 */
public final class SystemSecrets implements Secrets {

  private static final String ENVIRONMENT = "env:";
  private static final String FILE = "file:";
  private static final long FILE_BYTES_MAX = 64 * 1024;

  /** Shows the environment and the memory of processes. */
  private static final Path PROCESSES = Path.of("/proc");

  private final SecretBounds bounds;
  private final Map<String, String> environment;

  /**
   * The secrets that definitions may refer to.
   *
   * @param environment the variables of this process
   */
  public SystemSecrets(SecretBounds bounds, Map<String, String> environment) {
    this.bounds = bounds;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Secret find(String reference) {
    if (reference.startsWith(ENVIRONMENT)) {
      return variable(reference, reference.substring(ENVIRONMENT.length()));
    } else if (reference.startsWith(FILE)) {
      return file(reference, reference.substring(FILE.length()));
    }
    throw new IllegalArgumentException(
        "secret: another form (expected: env:NAME or file:PATH)"); // it may be the secret itself
  }

  private Secret variable(String reference, String name) {
    if (!bounds.variables().test(name)) {
      throw wrong(reference, "closed to definitions", "a variable that the server opens to them");
    }
    return Optional.ofNullable(environment.get(name))
        .filter(text -> !text.isEmpty())
        .map(Secret::new)
        .orElseThrow(() -> wrong(reference, "is absent", "a variable of the environment"));
  }

  private Secret file(String reference, String path) {
    Optional<Path> folder = bounds.folder();
    if (folder.isEmpty() && !bounds.isWithoutFolder()) {
      throw wrong(reference, "closed to definitions", "a server with a folder of secrets");
    }
    try {
      Path named = folder.map(it -> it.resolve(path)).orElse(Path.of(path));
      checkWithin(folder, named, reference); // before it is asked whether it is there
      Path file = named.toRealPath();
      if (folder.isPresent()) {
        checkWithin(Optional.of(folder.get().toRealPath()), file, reference);
      }
      if (file.startsWith(PROCESSES) || isOwn(file)) {
        throw wrong(reference, "one of the server's own files", "another file");
      }
      if (!Files.isRegularFile(file) || Files.size(file) > FILE_BYTES_MAX) {
        throw wrong(reference, "no file, or too large", "a file of up to 64 KiB");
      }
      String text = String.join("\n", withoutBlankEnd(Files.readAllLines(file)));
      if (text.isEmpty()) {
        throw wrong(reference, "an empty file", "a secret in it");
      }
      return new Secret(text);
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          reference + ": cannot be read (expected: a file that this process may read)", e);
    }
  }

  private static void checkWithin(Optional<Path> folder, Path file, String reference) {
    if (folder.filter(it -> !file.normalize().startsWith(it.normalize())).isPresent()) {
      throw wrong(reference, "elsewhere", "within the folder of secrets");
    }
  }

  /** By the file itself, as it may have another name here. */
  private boolean isOwn(Path file) throws IOException {
    for (Path own : bounds.ownFiles()) {
      if (Files.exists(own) && Files.isSameFile(own, file)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Removes the blank end of a file: a secret of one line has no line break; a key of several lines
   * keeps its inner ones.
   */
  private static List<String> withoutBlankEnd(List<String> lines) {
    int end = lines.size();
    while (end > 0 && lines.get(end - 1).isBlank()) {
      end--;
    }
    return lines.subList(0, end);
  }

  private static IllegalArgumentException wrong(String reference, String found, String expected) {
    return new IllegalArgumentException(reference + ": " + found + " (expected: " + expected + ")");
  }
}
