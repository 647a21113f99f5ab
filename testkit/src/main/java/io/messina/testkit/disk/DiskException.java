package io.messina.testkit.disk;

import java.io.Serial;

/** A request that is answered with an error number. */
final class DiskException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final Errno errno;

  DiskException(Errno errno) {
    super(errno.name(), null, false, false);
    this.errno = errno;
  }

  Errno errno() {
    return errno;
  }

  /** The error numbers of Linux that a {@link SimulatedDisk} answers. */
  enum Errno {
    NONE(0),
    ENOENT(2),
    EIO(5),
    EEXIST(17),
    ENOTDIR(20),
    EISDIR(21),
    EINVAL(22),
    EFBIG(27),
    ENOSPC(28),
    ENOSYS(38),
    ENOTEMPTY(39);

    private final int number;

    Errno(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }
  }
}
