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
}
