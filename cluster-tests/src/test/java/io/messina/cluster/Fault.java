package io.messina.cluster;

/** What a soak does to a cluster. */
enum Fault {
  /** Nothing. */
  CALM,
  /** SIGKILL, and a start a while later. */
  KILL,
  /** SIGSTOP for half a lease. */
  PAUSE_HALF_A_LEASE,
  /** SIGSTOP for a lease. */
  PAUSE_A_LEASE,
  /** SIGSTOP for two leases. */
  PAUSE_TWO_LEASES,
  /** SIGSTOP for two leases, in which its clocks stand too, as of a virtual machine. */
  PAUSE_WITH_CLOCKS,
  /** SIGSTOP for a lease, and SIGKILL a moment after it goes on. */
  PAUSE_AND_KILL,
  /** What one server sends to another is lost. */
  CUT_ONE_WAY,
  /** What two servers send to each other is lost. */
  CUT_BOTH_WAYS,
  /** All connections of a server to others break. */
  BREAK_CONNECTIONS,
  /** SIGTERM, and a start. */
  RESTART,
  /** SIGSTOP of a node of the database. */
  PAUSE_DATABASE,
  /** SIGKILL of a node of the database, of which there are several, and a start a while later. */
  KILL_DATABASE
}
