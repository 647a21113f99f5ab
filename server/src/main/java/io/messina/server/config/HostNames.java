package io.messina.server.config;

/** What becomes of the names in certificates. */
public enum HostNames {
  /** A certificate must name the host that was connected to. */
  CHECKED,
  /** Any name will do: who has a trusted certificate can pretend to be any node. */
  IGNORED
}
