package io.messina.server.config;

/** When the embedded store calls a write durable. */
public enum Durability {
  /** Once it is on the disk: it survives the loss of power. */
  SYNC,
  /** Once the operating system has it: it survives the end of the process only. */
  OS
}
