package io.messina.cli.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * The content of all members of a gzip file. Bytes after the last member are reported as damage;
 * Java's class ignores them.
 */
final class GzipMembers extends FilterInputStream {

  private static final int BUFFER = 1 << 16;

  GzipMembers(InputStream packed) throws IOException {
    super(opened(packed));
  }

  private static InputStream opened(InputStream packed) throws IOException {
    try {
      return GzipCompressorInputStream.builder()
          .setInputStream(packed)
          .setBufferSize(BUFFER)
          .setDecompressConcatenated(true)
          .get();
    } catch (IOException e) {
      throw damaged(e);
    }
  }

  @Override
  public int read() throws IOException {
    try {
      return super.read();
    } catch (IOException e) {
      throw damaged(e);
    }
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    try {
      return super.read(into, from, length);
    } catch (IOException e) {
      throw damaged(e);
    }
  }

  private static IOException damaged(IOException cause) {
    ZipException damaged = new ZipException(cause.getMessage());
    damaged.initCause(cause);
    return damaged;
  }
}
