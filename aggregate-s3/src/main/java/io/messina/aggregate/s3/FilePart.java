package io.messina.aggregate.s3;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** So many of the bytes that follow. */
final class FilePart extends FilterInputStream {

  private long left;

  FilePart(InputStream from, long length) {
    super(from);
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    int read = left > 0 ? super.read() : -1;
    left -= read < 0 ? 0 : 1;
    return read;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = left > 0 ? super.read(target, offset, (int) Math.min(length, left)) : -1;
    left -= Math.max(0, read);
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(Math.min(bytes, left));
    left -= skipped;
    return skipped;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.min(super.available(), left);
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
