package io.messina.connectors.exchange;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Looks hosts up for the client, which connects to the very addresses that were checked here and
 * looks up nothing itself; so a name that changes its address in between gains nothing.
 */
final class CheckedLookup implements DnsResolver {

  private final AddressLookup lookup;
  private final boolean allowPrivate;

  CheckedLookup(AddressLookup lookup, boolean allowPrivate) {
    this.lookup = lookup;
    this.allowPrivate = allowPrivate;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    List<InetAddress> found = lookup.find(host);
    // One bad address among good ones is no accident, so the host is refused as a whole.
    if (!allowPrivate && !found.stream().allMatch(PublicAddresses::has)) {
      throw new ForbiddenAddressException(host);
    }
    return found.toArray(InetAddress[]::new);
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
