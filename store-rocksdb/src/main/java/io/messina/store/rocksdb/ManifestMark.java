package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which of RocksDB's manifests the database must have, and how much of it. A manifest only grows
 * until a new one replaces it, and an earlier part of one is a whole manifest too: of an earlier
 * database, whose later files RocksDB would delete.
 *
 * @param number of the manifest
 * @param bytes of it that are durable
 */
record ManifestMark(long number, long bytes) {

  static final ManifestMark NONE = new ManifestMark(0, 0);

  private static final Logger LOG = LoggerFactory.getLogger(ManifestMark.class);
  private static final String POINTER = "CURRENT";
  private static final Pattern NAME = Pattern.compile("MANIFEST-([0-9]{6,})\n");

  long encode() {
    return number << Integer.SIZE | bytes;
  }

  static ManifestMark decode(long encoded) {
    return new ManifestMark(encoded >>> Integer.SIZE, Integer.toUnsignedLong((int) encoded));
  }

  boolean isBefore(ManifestMark other) {
    return encode() < other.encode();
  }

  /** Of an open database, also while others write to it. */
  static ManifestMark of(RocksDB db) {
    try {
      RocksDB.LiveFiles live = db.getLiveFiles(false);
      return live.files.stream()
          .map(file -> NAME.matcher(file.substring(1) + "\n"))
          .filter(Matcher::matches)
          .findAny()
          .map(name -> new ManifestMark(Long.parseLong(name.group(1)), live.manifestFileSize))
          .orElse(NONE);
    } catch (RocksDBException e) {
      LOG.debug("the length of the manifest is not known", e);
      return NONE;
    }
  }

  /** Refuses a database that is not as new as this, before it is opened; changes nothing. */
  void check(Path database) throws IOException {
    if (number == 0 && !Files.exists(database.resolve(POINTER))) {
      return;
    }
    OptionalLong found = pointed(database);
    Path manifest = database.resolve(found.isPresent() ? name(found.getAsLong()) : name(number));
    if (found.isEmpty() || found.getAsLong() < number) {
      throw damaged(database.resolve(POINTER), "is damaged, or older than it was");
    }
    if (!Files.exists(manifest)) {
      throw damaged(manifest, "is missing, or " + database.resolve(POINTER) + " is damaged");
    }
    if (found.getAsLong() == number && Files.size(manifest) < bytes) {
      throw damaged(manifest, "is shorter than it was");
    }
  }

  /** The manifest to which the database's pointer points, or the pointer where that is damaged. */
  static Path file(Path database) {
    try {
      OptionalLong found = pointed(database);
      return database.resolve(found.isPresent() ? name(found.getAsLong()) : POINTER);
    } catch (IOException e) {
      throw new StoreUnavailableException(database + " cannot be read: " + IoReason.of(e), e);
    }
  }

  private static OptionalLong pointed(Path database) throws IOException {
    Path pointer = database.resolve(POINTER);
    if (!Files.exists(pointer)) {
      throw damaged(pointer, "is missing");
    }
    Matcher name = NAME.matcher(Files.readString(pointer, StandardCharsets.ISO_8859_1));
    return name.matches() ? OptionalLong.of(Long.parseLong(name.group(1))) : OptionalLong.empty();
  }

  private static String name(long number) {
    return "MANIFEST-%06d".formatted(number);
  }

  private static StoreException damaged(Path file, String reason) {
    return new StoreException(Code.DAMAGED, file + " " + reason + ": restore a backup");
  }
}
