package io.messina.connectors.exchange;

import java.net.InetAddress;

/** All addresses that begin with the same bits. */
record AddressRange(byte[] network, int bits) {

  /** Reads a range, such as 10.0.0.0/8. */
  static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    return new AddressRange(
        InetAddress.ofLiteral(text.substring(0, slash)).getAddress(),
        Integer.parseInt(text.substring(slash + 1)));
  }

  boolean has(byte[] address) {
    if (address.length != network.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % 8);
      if (((address[bit / 8] ^ network[bit / 8]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
