package io.messina.bench.peers;

import java.io.IOException;
import java.util.Collection;

/** A server under measurement, with all its processes. */
interface Peer extends AutoCloseable {

  /** Where a load finds it. */
  String address();

  /** The numbers of its processes, as they are now. */
  Collection<Long> pids();

  @Override
  void close() throws IOException;
}
