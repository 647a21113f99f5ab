package io.messina.client.stream;

/** The compression of the bodies of requests. */
public enum Compression {
  /** None. */
  NONE,
  /** By gzip: fewer bytes on the network, for more CPU time on both sides. */
  GZIP
}
