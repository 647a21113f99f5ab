package org.apache.cassandra.security;

/**
 * Replaces Cassandra's class of this name, which installs a security manager; JDKs from 24 on have
 * none and refuse. It is put ahead of Cassandra's jars on the class path of a node.
 */
public final class ThreadAwareSecurityManager {

  private ThreadAwareSecurityManager() {}

  /** Does nothing. */
  public static void install() {}
}
