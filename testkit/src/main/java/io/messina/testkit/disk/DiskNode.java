package io.messina.testkit.disk;

import java.util.random.RandomGenerator;

/** A file or folder, as processes see it now and as it would be found after a power failure. */
sealed interface DiskNode permits DiskFile, DiskFolder {

  /** The number by which the kernel knows it. */
  long id();

  /** Makes everything durable that was done to it. */
  void sync();

  /** Forgets which content is not durable: later syncs do nothing for it. */
  void failSync();

  /** Keeps the durable content and, of the changes since, a random number of the oldest. */
  void losePower(RandomGenerator random);
}
