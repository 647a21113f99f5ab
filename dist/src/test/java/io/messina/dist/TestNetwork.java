package io.messina.dist;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of machines on this one: a namespace for each, and a bridge between them at which this
 * machine has an address, too. The addresses are those that RFC 5737 has for documentation.
 *
 * @param machines how many
 */
record TestNetwork(int machines) {

  /** The address of this machine. */
  static final String HERE = "198.51.100.10";

  private static final String BRIDGE = "messina-br";

  static TestNetwork of(int machines) throws IOException, InterruptedException {
    TestNetwork network = new TestNetwork(machines);
    network.remove();
    ip("link", "add", BRIDGE, "type", "bridge");
    ip("addr", "add", HERE + "/24", "dev", BRIDGE);
    ip("link", "set", BRIDGE, "up");
    for (int i = 1; i <= machines; i++) {
      network.add(i);
    }
    return network;
  }

  private void add(int number) throws IOException, InterruptedException {
    String name = name(number);
    String outside = outside(number);
    ip("netns", "add", name);
    ip("link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", name);
    ip("link", "set", outside, "master", BRIDGE, "up");
    ip("-n", name, "addr", "add", address(number) + "/24", "dev", "eth0");
    ip("-n", name, "link", "set", "lo", "up");
    ip("-n", name, "link", "set", "eth0", "up");
  }

  private static String outside(int number) {
    return "messina-v" + number;
  }

  /** The namespace of a machine, from 1. */
  String name(int number) {
    return "messina-" + number;
  }

  String address(int number) {
    return "198.51.100." + number;
  }

  /** Also what a test that was killed has left. */
  void remove() throws IOException, InterruptedException {
    for (int i = 1; i <= machines; i++) {
      tryIp("link", "delete", outside(i)); // a namespace goes a moment after its deletion
      tryIp("netns", "delete", name(i));
    }
    tryIp("link", "delete", BRIDGE);
  }

  private static void ip(String... words) throws IOException, InterruptedException {
    Shell.run(command(words));
  }

  private static void tryIp(String... words) throws IOException, InterruptedException {
    new ProcessBuilder(command(words))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static String[] command(String... words) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words));
    return command.toArray(String[]::new);
  }
}
