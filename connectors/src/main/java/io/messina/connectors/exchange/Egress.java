package io.messina.connectors.exchange;

import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;

/**
 * How requests leave this process.
 *
 * @param connections how many may be under way at the same time
 * @param allowPrivate whether addresses may be asked that are not {@link PublicAddresses public}
 * @param lookup finds the addresses of hosts
 * @param tls whose certificates are trusted
 */
public record Egress(int connections, boolean allowPrivate, AddressLookup lookup, SSLContext tls) {

  /**
   * With the names and the certificates that this machine trusts.
   *
   * @param connections how many may be under way at the same time
   * @param allowPrivate whether addresses may be asked that are not public
   * @return the way out
   */
  public static Egress of(int connections, boolean allowPrivate) {
    try {
      return new Egress(connections, allowPrivate, AddressLookup.MACHINE, SSLContext.getDefault());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("The JDK has no TLS.", e);
    }
  }
}
