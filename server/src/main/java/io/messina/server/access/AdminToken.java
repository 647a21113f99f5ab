package io.messina.server.access;

import io.messina.api.access.TokenName;
import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.Options;
import io.messina.server.config.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** The file with the token that may do all. */
public final class AdminToken {

  private static final int CHARS_MIN = 20;

  private AdminToken() {}

  /**
   * Reads it. A missing file is made, with a random token.
   *
   * @return empty if no file is given
   * @throws ConfigurationException if it cannot be read or made, or the token is too short
   */
  public static Optional<String> of(Configuration configuration) {
    Optional<Path> file = configuration.find(Options.ADMIN_TOKEN_FILE);
    file.ifPresent(AdminToken::makeIfMissing);
    Optional<String> token =
        SecretFile.firstLine(configuration, Options.ADMIN_TOKEN_FILE).map(String::strip);
    if (token.filter(each -> each.length() < CHARS_MIN).isPresent()) {
      throw wrong(file.orElseThrow(), "at least " + CHARS_MIN + " characters in its first line");
    }
    return token;
  }

  private static void makeIfMissing(Path file) {
    try {
      if (Files.notExists(file)) {
        make(file);
      }
    } catch (IOException _) {
      throw wrong(file, "a text file to be read, or a folder where it can be made");
    }
  }

  private static void make(Path file) throws IOException {
    Path _ =
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Path _ = Files.writeString(file, Token.Sent.random(new TokenName("admin")).text() + "\n");
  }

  private static ConfigurationException wrong(Path file, String expected) {
    return new ConfigurationException(
        Options.ADMIN_TOKEN_FILE.name() + ": " + file + " (expected: " + expected + ")");
  }
}
