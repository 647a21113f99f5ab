package io.messina.connectors.exchange;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of hosts. */
@FunctionalInterface
interface AddressLookup {

  /** As this machine finds them. */
  AddressLookup MACHINE = host -> List.of(InetAddress.getAllByName(host));

  /**
   * Finds addresses.
   *
   * @param host a name, or an address as text
   * @return at least one
   * @throws UnknownHostException if none exists
   */
  List<InetAddress> find(String host) throws UnknownHostException;
}
