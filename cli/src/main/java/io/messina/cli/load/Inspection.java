package io.messina.cli.load;

import io.messina.cli.file.FileEntry;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.Records;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The result of reading a whole file before anything is sent.
 *
 * @param records how many events it has
 * @param identity tells it from every file of other content
 */
record Inspection(long records, String identity) {

  private static final int IDENTITY_CHARS = 32;

  /** Reads it to its end, and so finds any error in it. */
  static Inspection of(InputFile file, RowCheck check) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream bytes = new DigestInputStream(file.open(), digest)) {
      Records records = file.records(bytes);
      long count = 0;
      for (FileEntry entry = records.next(); entry != null; entry = records.next()) {
        check.check(entry);
        count++;
      }
      bytes.transferTo(OutputStream.nullOutputStream());
      return new Inspection(
          count, HexFormat.of().formatHex(digest.digest()).substring(0, IDENTITY_CHARS));
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
