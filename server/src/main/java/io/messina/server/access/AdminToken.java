package io.messina.server.access;

import io.messina.api.access.TokenName;
import io.messina.server.config.Auth;
import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.OptionFiles;
import io.messina.server.config.Options;
import io.messina.server.config.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The file with the token that may do all. */
public final class AdminToken {

  private static final int CHARS_MIN = 20;

  /** What clients can send in a header, without blanks. */
  private static final Pattern SENDABLE = Pattern.compile("[!-~]*");

  private AdminToken() {}

  /**
   * Reads it, or makes sure that it can be made; changes nothing.
   *
   * @return a sentence if it is not used
   * @throws ConfigurationException if it cannot be read or made, is too short, or no client could
   *     send it
   */
  public static List<String> check(Configuration configuration) {
    Optional<Path> file = configuration.find(Options.ADMIN_TOKEN_FILE);
    if (file.isPresent() && configuration.get(Options.AUTH) == Auth.OFF) {
      return List.of("admin-token-file is of no use without auth=tokens");
    }
    Optional<Path> missing = file.filter(Files::notExists);
    if (missing.isPresent()) {
      OptionFiles.checkReplaced(Options.ADMIN_TOKEN_FILE, missing.get());
    } else {
      Optional<String> _ = read(configuration);
    }
    return List.of();
  }

  /**
   * Reads it. A missing file is made, with a random token.
   *
   * @return empty if no file is given
   * @throws ConfigurationException as {@link #check} has it
   */
  public static Optional<String> of(Configuration configuration) {
    configuration.find(Options.ADMIN_TOKEN_FILE).ifPresent(AdminToken::makeIfMissing);
    return read(configuration);
  }

  private static Optional<String> read(Configuration configuration) {
    Optional<String> token =
        SecretFile.firstLine(configuration, Options.ADMIN_TOKEN_FILE).map(String::strip);
    token.ifPresent(each -> check(configuration.get(Options.ADMIN_TOKEN_FILE), each));
    return token;
  }

  private static void check(Path file, String token) {
    if (token.length() < CHARS_MIN) {
      throw wrong(file, "at least " + CHARS_MIN + " characters in its first line");
    }
    if (!SENDABLE.matcher(token).matches()) {
      throw wrong(file, "visible characters of ASCII in its first line, without blanks");
    }
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
