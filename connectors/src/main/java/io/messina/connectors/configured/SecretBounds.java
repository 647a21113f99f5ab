package io.messina.connectors.configured;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which secrets of its machine a server opens to definitions: whoever may write these can have them
 * sent to where he likes.
 *
 * @param variables by their names
 * @param folder that files must be in, after links, and that relative paths begin at
 * @param isWithoutFolder whether, if there is no folder, any file may be named, and not none
 * @param ownFiles those that stay closed, under whatever name they are found
 */
public record SecretBounds(
    Predicate<String> variables,
    Optional<Path> folder,
    boolean isWithoutFolder,
    List<Path> ownFiles) {

  /** The bounds. */
  public SecretBounds {
    ownFiles = List.copyOf(ownFiles);
  }
}
