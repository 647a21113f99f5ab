package io.messina.connectors.exchange;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which addresses are of the Internet: by the registries of special addresses of IANA, and by the
 * address of IPv4 that one of IPv6 may carry.
 */
final class PublicAddresses {

  private static final List<AddressRange> NOT_OF_IPV4 =
      ranges(
          "0.0.0.0/8", // this network
          "10.0.0.0/8",
          "100.64.0.0/10", // behind carriers
          "127.0.0.0/8",
          "169.254.0.0/16", // links, and the metadata of clouds
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24", // documentation
          "192.88.99.0/24", // relays of 6to4
          "192.168.0.0/16",
          "198.18.0.0/15", // benchmarks
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/4", // multicast
          "240.0.0.0/4"); // reserved, and broadcast

  private static final AddressRange OF_IPV6 = AddressRange.parse("2000::/3");

  private static final List<AddressRange> NOT_OF_IPV6 =
      ranges(
          "2001::/23", // Teredo, benchmarks, hashes as addresses
          "2001:db8::/32", // documentation
          "3fff::/20");

  private static final AddressRange NAT64 = AddressRange.parse("64:ff9b::/96");
  private static final AddressRange SIX_TO_FOUR = AddressRange.parse("2002::/16");

  private PublicAddresses() {}

  /**
   * Says whether an address is of the Internet.
   *
   * @return false for this machine, its networks, and all addresses with a special purpose
   */
  public static boolean has(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == 4 ? hasV4(bytes) : hasV6(bytes);
  }

  private static boolean hasV4(byte[] address) {
    return NOT_OF_IPV4.stream().noneMatch(range -> range.has(address));
  }

  private static boolean hasV6(byte[] address) {
    if (NAT64.has(address)) {
      return hasV4(Arrays.copyOfRange(address, 12, 16));
    } else if (SIX_TO_FOUR.has(address)) {
      return hasV4(Arrays.copyOfRange(address, 2, 6));
    } else if (isIsatap(address) && !hasV4(Arrays.copyOfRange(address, 12, 16))) {
      return false;
    }
    return OF_IPV6.has(address) && NOT_OF_IPV6.stream().noneMatch(range -> range.has(address));
  }

  /** An address of IPv4 behind 0:5efe or 200:5efe. */
  private static boolean isIsatap(byte[] address) {
    return (address[8] & ~2) == 0
        && address[9] == 0
        && address[10] == 0x5e
        && address[11] == (byte) 0xfe;
  }

  private static List<AddressRange> ranges(String... texts) {
    return Stream.of(texts).map(AddressRange::parse).toList();
  }
}
