package io.messina.server.config;

/** Whether the names in certificates are compared with the hosts. */
public enum HostNames {
  /** A certificate must name the host that was connected to. */
  CHECKED,
  /** Any name is accepted: the owner of any trusted certificate can pretend to be any node. */
  IGNORED
}
