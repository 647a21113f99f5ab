package io.messina.testkit.disk;

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
