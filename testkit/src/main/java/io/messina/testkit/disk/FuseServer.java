package io.messina.testkit.disk;

import io.messina.testkit.disk.DiskException.Errno;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Answers the requests of the kernel for one mounted {@link DiskTree}.
 *
 * <pre>
 * request   length u32 · operation u32 · unique u64 · node u64 · uid, gid, pid u32 · padding u32 · arguments
 * answer    length u32 · minus the error number i32 · unique u64 · results
 * </pre>
 *
 * <p>Source: {@code include/uapi/linux/fuse.h} of Linux, protocol 7.31.
 */
final class FuseServer {

  private static final int WRITE_BYTES_MAX = 128 * 1024;
  static final int REQUEST_BYTES_MAX = WRITE_BYTES_MAX + 4096;

  private static final int MAJOR = 7;
  private static final int MINOR = 31;
  private static final int PAGES_MAX_FLAG = 1 << 22;
  private static final int BIG_WRITES_FLAG = 1 << 5;
  private static final int SETS_SIZE = 1 << 3;
  private static final int OPENS_TRUNCATED = 0x200;
  private static final int BLOCK_BYTES = 4096;
  private static final int FOLDER_MODE = 0x4000 | 0x1ed;
  private static final int FILE_MODE = 0x8000 | 0x1a4;
  private static final int FOLDER_TYPE = 4;
  private static final int FILE_TYPE = 8;

  private static final int IN_HEADER_BYTES = 40;
  private static final int OUT_HEADER_BYTES = 16;

  private final DiskTree tree;
  private final FuseDevice device;
  private final ByteBuffer out =
      ByteBuffer.allocateDirect(REQUEST_BYTES_MAX).order(ByteOrder.nativeOrder());

  FuseServer(DiskTree tree, FuseDevice device) {
    this.tree = tree;
    this.device = device;
  }

  /** Answers one request, which may be none; false once the file system has gone. */
  boolean serve() throws IOException {
    ByteBuffer request = device.next();
    if (request == null) {
      return false;
    }
    if (request.hasRemaining()) {
      answer(request.order(ByteOrder.nativeOrder()));
    }
    return true;
  }

  private void answer(ByteBuffer in) throws IOException {
    int operation = in.getInt(4);
    long unique = in.getLong(8);
    long node = in.getLong(16);
    in.position(IN_HEADER_BYTES);
    out.clear().position(OUT_HEADER_BYTES);
    Errno errno = Errno.NONE;
    boolean answers = true;
    try {
      answers = tree.locked(() -> perform(operation, node, in));
    } catch (DiskException e) {
      errno = e.errno();
      out.position(OUT_HEADER_BYTES);
    }
    if (answers) {
      out.flip();
      out.putInt(0, out.limit()).putInt(4, -errno.number()).putLong(8, unique);
      device.answer(out);
    }
  }

  /** Whether an answer is expected. */
  private boolean perform(int operation, long node, ByteBuffer in) {
    switch (operation) {
      case 1 -> entry(tree.look(node, name(in)));
      case 2, 36, 42 -> { // forget, interrupt, batch_forget
        return false;
      }
      case 3 -> attributes(node);
      case 4 -> setAttributes(node, in);
      case 8 -> entry(tree.newFile(node, nameAfter(in, 16)));
      case 9 -> entry(tree.newFolder(node, nameAfter(in, 8)));
      case 10, 11 -> tree.remove(node, name(in)); // unlink, rmdir
      case 12 -> rename(node, in, 8);
      case 45 -> rename(node, in, 16);
      case 14 -> open(node, in);
      case 27 -> opened();
      case 15 -> read(node, in);
      case 16 -> write(node, in);
      case 17 -> space();
      case 18, 25, 29, 38 -> tree.find(DiskTree.ROOT); // release, flush, releasedir, destroy
      case 20, 30 -> tree.sync(node); // fsync, fsyncdir
      case 26 -> begin(in);
      case 28 -> names(node, in);
      case 35 -> {
        entry(tree.newFile(node, nameAfter(in, 16)));
        opened();
      }
      default -> throw new DiskException(Errno.ENOSYS);
    }
    return true;
  }

  private void begin(ByteBuffer in) {
    in.position(in.position() + 8);
    int readAhead = in.getInt();
    out.putInt(MAJOR).putInt(MINOR).putInt(readAhead).putInt(PAGES_MAX_FLAG | BIG_WRITES_FLAG);
    out.putShort((short) 16).putShort((short) 12).putInt(WRITE_BYTES_MAX).putInt(1);
    out.putShort((short) (WRITE_BYTES_MAX / BLOCK_BYTES)).putShort((short) 0).putInt(0);
    out.put(new byte[28]);
  }

  private void open(long node, ByteBuffer in) {
    DiskNode opened = tree.find(node);
    if ((in.getInt() & OPENS_TRUNCATED) != 0 && opened instanceof DiskFile) {
      tree.resize(node, 0);
    }
    opened();
  }

  private void opened() {
    out.putLong(0).putLong(0);
  }

  private void read(long node, ByteBuffer in) {
    long offset = in.getLong(in.position() + 8);
    int size = in.getInt(in.position() + 16);
    out.put(tree.file(node).read(offset, size));
  }

  private void write(long node, ByteBuffer in) {
    long offset = in.getLong(in.position() + 8);
    byte[] bytes = new byte[in.getInt(in.position() + 16)];
    in.position(in.position() + 40).get(bytes);
    tree.write(node, offset, bytes);
    out.putInt(bytes.length).putInt(0);
  }

  private void rename(long node, ByteBuffer in, int skipped) {
    long target = in.getLong(in.position());
    in.position(in.position() + skipped);
    String name = name(in);
    tree.rename(node, name, target, name(in));
  }

  private void setAttributes(long node, ByteBuffer in) {
    if ((in.getInt(in.position()) & SETS_SIZE) != 0) {
      tree.resize(node, in.getLong(in.position() + 16));
    }
    attributes(node);
  }

  private void entry(DiskNode node) {
    out.putLong(node.id()).putLong(0).putLong(0).putLong(0).putLong(0);
    describe(node);
  }

  private void attributes(long node) {
    out.putLong(0).putLong(0);
    describe(tree.find(node));
  }

  private void describe(DiskNode node) {
    long size = node instanceof DiskFile file ? file.size() : 0;
    out.putLong(node.id()).putLong(size).putLong((size + 511) / 512);
    out.put(new byte[36]); // three times
    out.putInt(node instanceof DiskFile ? FILE_MODE : FOLDER_MODE);
    out.putInt(1).putInt(0).putInt(0).putInt(0).putInt(BLOCK_BYTES).putInt(0);
  }

  private void names(long node, ByteBuffer in) {
    long offset = in.getLong(in.position() + 8);
    int size = in.getInt(in.position() + 16);
    long next = 0;
    for (Map.Entry<String, DiskNode> entry : tree.folder(node).entries().entrySet()) {
      byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
      int padded = (24 + name.length + 7) & ~7;
      next++;
      if (next > offset) {
        if (out.position() - OUT_HEADER_BYTES + padded > size) {
          return;
        }
        int end = out.position() + padded;
        out.putLong(entry.getValue().id()).putLong(next).putInt(name.length);
        out.putInt(entry.getValue() instanceof DiskFile ? FILE_TYPE : FOLDER_TYPE).put(name);
        out.put(new byte[end - out.position()]);
      }
    }
  }

  private void space() {
    long free = tree.bytesFree() / BLOCK_BYTES;
    out.putLong(DiskTree.BYTES_MAX / BLOCK_BYTES).putLong(free).putLong(free);
    out.putLong(1 << 20).putLong(1 << 20);
    out.putInt(BLOCK_BYTES).putInt(255).putInt(BLOCK_BYTES).put(new byte[28]);
  }

  private static String nameAfter(ByteBuffer in, int skipped) {
    in.position(in.position() + skipped);
    return name(in);
  }

  private static String name(ByteBuffer in) {
    int start = in.position();
    int end = start;
    while (in.get(end) != 0) {
      end++;
    }
    byte[] name = new byte[end - start];
    in.get(name).get();
    return new String(name, StandardCharsets.UTF_8);
  }
}
