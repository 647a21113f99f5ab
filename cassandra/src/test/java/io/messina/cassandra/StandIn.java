package io.messina.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.apache.cassandra.service.CassandraDaemon;

/**
 * Jars with a main class in place of Cassandra's, which starts in a tenth of the time, for tests of
 * what holds of any process. A full build has those of Cassandra there too.
 */
final class StandIn {

  private static final String MAIN = CassandraDaemon.class.getName().replace('.', '/') + ".class";

  private StandIn() {}

  static CassandraJars jarsIn(Path folder) throws IOException {
    CassandraJars real = CassandraJars.ofThisProcess();
    if (Boolean.getBoolean("messina.test.everything")) {
      return real;
    }
    Files.copy(real.agent(), folder.resolve(real.agent().getFileName()));
    Path jar = folder.resolve("cassandra-all-stand-in.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream main = CassandraDaemon.class.getClassLoader().getResourceAsStream(MAIN)) {
      out.putNextEntry(new ZipEntry(MAIN));
      Objects.requireNonNull(main).transferTo(out);
    }
    return new CassandraJars(folder);
  }
}
