package io.messina.server.config;

/** Where the data lives. */
public enum StoreKind {
  /** In the folder of the option {@code data}. */
  EMBEDDED
}
