package io.messina.connectors.exchange;

import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;

/**
 * The way that requests leave this process.
 *
 * @param connections the most that may be open at the same time
 * @param allowPrivate whether addresses may be asked that are not {@link PublicAddresses public}
 * @param lookup finds the addresses of hosts
 * @param tls the trusted certificates
 */
public record Egress(int connections, boolean allowPrivate, AddressLookup lookup, SSLContext tls) {

  /** Uses the lookup of names and the certificates of this machine. */
  public static Egress of(int connections, boolean allowPrivate) {
    try {
      return new Egress(connections, allowPrivate, AddressLookup.MACHINE, SSLContext.getDefault());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("The JDK has no TLS.", e);
    }
  }
}
