package io.messina.cassandra;

import io.messina.cassandra.CassandraSettings.Lifetime;
import io.messina.cassandra.CassandraSettings.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a node's process, on the JDK of this one.
 *
 * @param more system properties besides, each as name=value
 */
record NodeCommandLine(
    CassandraSettings settings, NodeFolder folder, CassandraJars jars, List<String> more) {

  private static final List<String> EXPORTS =
      List.of(
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.rmi/sun.rmi.transport.tcp",
          "java.sql/java.sql",
          "jdk.attach/sun.tools.attach",
          "jdk.unsupported/sun.misc");

  private static final List<String> OPENS =
      List.of(
          "java.base/java.io",
          "java.base/java.lang",
          "java.base/java.lang.module",
          "java.base/java.lang.reflect",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/sun.nio.ch",
          "jdk.management/com.sun.management.internal");

  /**
   * The time for which a joining node listens for others; Cassandra's 30 s are meant for large
   * clusters.
   */
  private static final int RING_DELAY_MILLIS = 5_000;

  private static final List<String> LASTING = List.of("-XX:+UseG1GC");

  /** A node for tests rather starts soon than runs fast: this takes half the CPU. */
  private static final List<String> BRIEF = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** Passwords for tests are no secrets, and each connection has its own hashed. */
  private static final String SOON_HASHED = "-Dcassandra.auth_bcrypt_gensalt_log2_rounds=4";

  private static final String NO_GOSSIP = "-Dcassandra.skip_wait_for_gossip_to_settle=0";

  /**
   * Few nodes on one machine have heard of each other soon; by itself Cassandra waits 8 s, twice.
   */
  private static final List<String> FEW_GOSSIP =
      List.of(
          "-Dcassandra.gossip_settle_min_wait_ms=1000",
          "-Dcassandra.gossip_settle_interval_ms=500",
          "-Dcassandra.gossip_settle_poll_success_required=2");

  List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    EXPORTS.forEach(name -> words.addAll(List.of("--add-exports", name + "=ALL-UNNAMED")));
    OPENS.forEach(name -> words.addAll(List.of("--add-opens", name + "=ALL-UNNAMED")));
    words.add("--enable-native-access=ALL-UNNAMED");
    words.add("--sun-misc-unsafe-memory-access=allow");
    words.addAll(isBrief() ? BRIEF : LASTING);
    words.addAll(memory());
    words.addAll(properties());
    words.add("-javaagent:" + jars.agent());
    words.addAll(List.of("-cp", jars.classPath(), ChildOfThisProcess.class.getName()));
    return words;
  }

  private boolean isBrief() {
    return settings.lifetime() == Lifetime.OF_THIS_PROCESS || settings.schema() == Schema.FAST;
  }

  private List<String> memory() {
    int heap = settings.heapMebibytes();
    return List.of(
        "-Xms" + heap / 2 + "m",
        "-Xmx" + heap + "m",
        "-XX:MaxDirectMemorySize=" + heap / 2 + "m",
        "-XX:+ExitOnOutOfMemoryError");
  }

  private List<String> properties() {
    List<String> properties = new ArrayList<>();
    properties.add("-Dcassandra.config=" + folder.yaml().toUri());
    properties.add("-Dlogback.configurationFile=" + folder.logback());
    properties.add("-Dcassandra.storagedir=" + folder.data());
    properties.add("-Dcassandra-foreground=yes");
    properties.add("-Dcassandra.ring_delay_ms=" + RING_DELAY_MILLIS);
    properties.add("-Dcassandra.superuser_setup_delay_ms=0");
    properties.addAll(settings.address().isSeed() ? List.of(NO_GOSSIP) : FEW_GOSSIP);
    if (isBrief()) {
      properties.add(SOON_HASHED);
    }
    if (settings.schema() == Schema.FAST) {
      properties.add("-Dcassandra.test.flush_local_schema_changes=false");
    }
    if (settings.lifetime() != Lifetime.OWN) {
      properties.add("-D" + ChildOfThisProcess.ENDS_WITH_INPUT + "=true");
    }
    more.forEach(property -> properties.add("-D" + property));
    return properties;
  }
}
