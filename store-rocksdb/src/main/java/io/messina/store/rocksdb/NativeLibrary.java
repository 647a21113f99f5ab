package io.messina.store.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RocksDB's native library, unpacked once into the data folder. RocksDB's own loader unpacks it
 * into a new temporary file at each start, which a killed process leaves behind. An installation
 * has no library in the jar, but in a folder of {@code java.library.path}.
 */
final class NativeLibrary {

  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

  private static boolean loaded;

  private NativeLibrary() {}

  static synchronized void load(Path folder) {
    if (!loaded) {
      URL packed =
          RocksDB.class.getClassLoader().getResource(Environment.getJniLibraryFileName("rocksdb"));
      if (packed == null) {
        RocksDB.loadLibrary();
      } else {
        load(folder, packed);
      }
      loaded = true;
    }
  }

  private static void load(Path folder, URL packed) {
    try {
      // the loader asks its folders for this name, which is not the name in the jar
      unpack(packed, folder.resolve(Environment.getJniLibraryFileName("rocksdbjni")));
      RocksDB.loadLibrary(List.of(folder.toString()));
    } catch (IOException | UnsatisfiedLinkError e) {
      LOG.warn("{} takes no native library, a temporary folder is used: {}", folder, e.toString());
      RocksDB.loadLibrary();
    }
  }

  private static void unpack(URL from, Path target) throws IOException {
    URLConnection packed = from.openConnection();
    try (InputStream bytes = packed.getInputStream()) {
      if (Files.exists(target) && Files.size(target) == packed.getContentLengthLong()) {
        return;
      }
      Files.createDirectories(target.getParent());
      Path partial = target.resolveSibling(target.getFileName() + ".partial");
      Files.copy(bytes, partial, StandardCopyOption.REPLACE_EXISTING);
      Files.move(
          partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
