package io.messina.testkit.disk;

import io.messina.testkit.disk.DiskException.Errno;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * All files and folders of a disk, by the numbers that the kernel knows them by. Used under its
 * lock only.
 */
final class DiskTree {

  static final long ROOT = 1;

  /** The capacity that the disk reports, in bytes. */
  static final long BYTES_MAX = 64L << 30;

  private static final int FILE_BYTES_MAX = 1 << 30;

  private final Map<Long, DiskNode> nodes = new HashMap<>();
  private final DiskFolder root = new DiskFolder(ROOT);
  private long nextId = ROOT + 1;
  private DiskState state = DiskState.WORKING;
  private long syncs;

  DiskTree() {
    nodes.put(ROOT, root);
  }

  synchronized <T> T locked(Supplier<T> action) {
    return action.get();
  }

  synchronized void become(DiskState next) {
    state = next;
  }

  /** Returns the number of syncs of files and folders. */
  synchronized long syncs() {
    return syncs;
  }

  synchronized void losePower(RandomGenerator random) {
    state = DiskState.OFF;
    root.losePower(random);
  }

  DiskNode find(long id) {
    if (state == DiskState.OFF) {
      throw new DiskException(Errno.EIO);
    }
    DiskNode node = nodes.get(id);
    if (node == null) {
      throw new DiskException(Errno.ENOENT);
    }
    return node;
  }

  DiskFile file(long id) {
    if (find(id) instanceof DiskFile file) {
      return file;
    }
    throw new DiskException(Errno.EISDIR);
  }

  DiskFolder folder(long id) {
    if (find(id) instanceof DiskFolder folder) {
      return folder;
    }
    throw new DiskException(Errno.ENOTDIR);
  }

  DiskNode look(long folder, String name) {
    return folder(folder).find(name);
  }

  DiskNode newFile(long folder, String name) {
    return entered(folder, name, new DiskFile(nextId));
  }

  DiskNode newFolder(long folder, String name) {
    return entered(folder, name, new DiskFolder(nextId));
  }

  private DiskNode entered(long folder, String name, DiskNode node) {
    requireRoom();
    DiskFolder parent = folder(folder);
    if (parent.entries().containsKey(name)) {
      throw new DiskException(Errno.EEXIST);
    }
    parent.put(name, add(node));
    return node;
  }

  private DiskNode add(DiskNode node) {
    nodes.put(node.id(), node);
    nextId++;
    return node;
  }

  void remove(long folder, String name) {
    requireWritable();
    if (look(folder, name) instanceof DiskFolder removed && !removed.entries().isEmpty()) {
      throw new DiskException(Errno.ENOTEMPTY);
    }
    folder(folder).remove(name);
  }

  void rename(long folder, String name, long target, String newName) {
    requireWritable();
    folder(folder).rename(name, folder(target), newName);
  }

  void write(long file, long offset, byte[] bytes) {
    requireRoom();
    if (offset + bytes.length > FILE_BYTES_MAX) {
      throw new DiskException(Errno.EFBIG);
    }
    file(file).write((int) offset, bytes);
  }

  void resize(long file, long size) {
    requireWritable();
    if (size > FILE_BYTES_MAX) {
      throw new DiskException(Errno.EFBIG);
    }
    file(file).resize((int) size);
  }

  void sync(long node) {
    requireWritable();
    if (state == DiskState.FAILING_SYNCS) {
      find(node).failSync();
      throw new DiskException(Errno.EIO);
    }
    find(node).sync();
    syncs++;
  }

  long bytesFree() {
    return state == DiskState.FULL ? 0 : BYTES_MAX;
  }

  private void requireWritable() {
    if (state == DiskState.FAILING_WRITES) {
      throw new DiskException(Errno.EIO);
    }
  }

  private void requireRoom() {
    requireWritable();
    if (state == DiskState.FULL) {
      throw new DiskException(Errno.ENOSPC);
    }
  }
}
