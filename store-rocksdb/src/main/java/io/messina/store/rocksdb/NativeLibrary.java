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
 * into a new temporary file at each start, which a killed process leaves behind.
 */
final class NativeLibrary {

  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

  private static boolean loaded;

  private NativeLibrary() {}

  static synchronized void load(Path folder) {
    if (loaded) {
      return;
    }
    String name = Environment.getJniLibraryFileName("rocksdb");
    try {
      // the loader asks its folders for this name, which is not the name in the jar
      unpack(name, folder.resolve(Environment.getJniLibraryFileName("rocksdbjni")));
      RocksDB.loadLibrary(List.of(folder.toString()));
    } catch (IOException | UnsatisfiedLinkError e) {
      LOG.warn("{} takes no native library, a temporary folder is used: {}", folder, e.toString());
      RocksDB.loadLibrary();
    }
    loaded = true;
  }

  private static void unpack(String name, Path target) throws IOException {
    URLConnection packed = resource(name).openConnection();
    try (InputStream bytes = packed.getInputStream()) {
      if (Files.exists(target) && Files.size(target) == packed.getContentLengthLong()) {
        return;
      }
      Files.createDirectories(target.getParent());
      Path partial = target.resolveSibling(name + ".partial");
      Files.copy(bytes, partial, StandardCopyOption.REPLACE_EXISTING);
      Files.move(
          partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static URL resource(String name) throws IOException {
    URL resource = RocksDB.class.getClassLoader().getResource(name);
    if (resource == null) {
      throw new IOException("there is none for this system: " + name);
    }
    return resource;
  }
}
