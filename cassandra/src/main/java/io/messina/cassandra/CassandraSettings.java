package io.messina.cassandra;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of one node.
 *
 * @param folder of its configuration, data and log; made where missing
 * @param address where it listens
 * @param heapMebibytes at most, from 256
 * @param commitLog when writes become durable
 * @param schema whether a table is durable before its creation is answered
 * @param lifetime whether the node outlives the process that started it
 * @param more further entries of cassandra.yaml, each with its value as YAML
 */
public record CassandraSettings(
    Path folder,
    CassandraAddress address,
    int heapMebibytes,
    CommitLog commitLog,
    Schema schema,
    Lifetime lifetime,
    Map<String, String> more) {

  /** The durability of the schema when a node is killed. */
  public enum Schema {
    /** It is kept. */
    DURABLE,
    /** It may be lost, and tables are made sooner: for a node that is never started again. */
    FAST
  }

  /** The lifetime of a node. */
  public enum Lifetime {
    /** As long as the process that started it, also where that is killed. */
    OF_THIS_PROCESS,
    /** Until somebody stops it. */
    OWN
  }

  private static final int HEAP_MEBIBYTES = 1024;
  private static final int HEAP_MEBIBYTES_MIN = 256;

  /** Checks the heap and copies the further entries. */
  public CassandraSettings {
    if (heapMebibytes < HEAP_MEBIBYTES_MIN) {
      throw new IllegalArgumentException(
          "heapMebibytes: %d (expected: at least %d)".formatted(heapMebibytes, HEAP_MEBIBYTES_MIN));
    }
    folder = folder.toAbsolutePath().normalize();
    more = Map.copyOf(more);
  }

  /** A node on free ports with 1 GiB of heap that keeps its data and ends with this process. */
  public static CassandraSettings in(Path folder) {
    return new CassandraSettings(
        folder,
        CassandraAddress.free(),
        HEAP_MEBIBYTES,
        CommitLog.PERIODIC,
        Schema.DURABLE,
        Lifetime.OF_THIS_PROCESS,
        Map.of());
  }

  /** The same at another place. */
  public CassandraSettings withAddress(CassandraAddress other) {
    return new CassandraSettings(folder, other, heapMebibytes, commitLog, schema, lifetime, more);
  }

  /** The same with another heap. */
  public CassandraSettings withHeapMebibytes(int other) {
    return new CassandraSettings(folder, address, other, commitLog, schema, lifetime, more);
  }

  /** The same with another commit log. */
  public CassandraSettings withCommitLog(CommitLog other) {
    return new CassandraSettings(folder, address, heapMebibytes, other, schema, lifetime, more);
  }

  /** The same with another care for the schema. */
  public CassandraSettings withSchema(Schema other) {
    return new CassandraSettings(folder, address, heapMebibytes, commitLog, other, lifetime, more);
  }

  /** The same for another time. */
  public CassandraSettings withLifetime(Lifetime other) {
    return new CassandraSettings(folder, address, heapMebibytes, commitLog, schema, other, more);
  }

  /** The same with one more entry of cassandra.yaml, for example an authenticator. */
  public CassandraSettings with(String key, String value) {
    Map<String, String> all = new LinkedHashMap<>(more);
    all.put(key, value);
    return new CassandraSettings(folder, address, heapMebibytes, commitLog, schema, lifetime, all);
  }
}
