package io.messina.bench.figures;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The time that the disk under the temporary folder takes for a kilobyte and a sync. */
public final class DiskSync {

  private static final int TIMES = 2_000;

  private DiskSync() {}

  /**
   * Tries it two thousand times.
   *
   * @return microseconds
   * @throws IOException if there is no room
   */
  public static Percentiles micros() throws IOException {
    double[] micros = new double[TIMES];
    Path file = Files.createTempFile("messina-bench", ".sync");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int i = 0; i < TIMES; i++) {
        long began = System.nanoTime();
        channel.write(ByteBuffer.wrap(new byte[1024]));
        channel.force(false);
        micros[i] = (System.nanoTime() - began) / 1e3;
      }
    }
    Files.delete(file);
    return Percentiles.of(micros, TIMES);
  }
}
