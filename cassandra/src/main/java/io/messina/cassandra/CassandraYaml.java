package io.messina.cassandra;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The text of cassandra.yaml: little memory, few files, patience on a slow machine. */
record CassandraYaml(CassandraSettings settings, Path data) {

  private static final Map<String, String> COMMON =
      Map.ofEntries(
          Map.entry("cluster_name", "messina"),
          Map.entry("num_tokens", "16"),
          Map.entry("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner"),
          Map.entry("endpoint_snitch", "SimpleSnitch"),
          Map.entry("disk_failure_policy", "stop"),
          Map.entry("commit_failure_policy", "stop"),
          Map.entry("auto_snapshot", "false"),
          Map.entry("commitlog_segment_size", "16MiB"),
          Map.entry("memtable_heap_space", "64MiB"),
          Map.entry("memtable_offheap_space", "128MiB"),
          Map.entry("memtable_allocation_type", "offheap_objects"),
          Map.entry("memtable", "{configurations: {default: {class_name: TrieMemtable}}}"),
          Map.entry("sstable", "{selected_format: bti}"),
          Map.entry("storage_compatibility_mode", "NONE"),
          Map.entry("read_request_timeout", "10s"),
          Map.entry("range_request_timeout", "10s"),
          Map.entry("write_request_timeout", "10s"),
          Map.entry("cas_contention_timeout", "5s"));

  String text() {
    Map<String, String> entries = new LinkedHashMap<>(COMMON);
    putFolders(entries);
    putAddress(entries);
    putCommitLog(entries);
    entries.putAll(settings.more());
    StringBuilder text = new StringBuilder();
    entries.forEach((key, value) -> text.append(key).append(": ").append(value).append('\n'));
    return text.toString();
  }

  private void putFolders(Map<String, String> entries) {
    entries.put("data_file_directories", "[" + quoted("sstables") + "]");
    entries.put("commitlog_directory", quoted("commitlog"));
    entries.put("saved_caches_directory", quoted("saved_caches"));
    entries.put("hints_directory", quoted("hints"));
    entries.put("cdc_raw_directory", quoted("cdc"));
  }

  private void putAddress(Map<String, String> entries) {
    CassandraAddress address = settings.address();
    entries.put("listen_address", address.host());
    entries.put("storage_port", Integer.toString(address.storagePort()));
    entries.put("rpc_address", address.host());
    entries.put("native_transport_port", Integer.toString(address.nativePort()));
    entries.put(
        "seed_provider",
        "[{class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [{seeds: \"%s\"}]}]"
            .formatted(address.seed()));
  }

  private void putCommitLog(Map<String, String> entries) {
    switch (settings.commitLog()) {
      case BATCH -> entries.put("commitlog_sync", "batch");
      case PERIODIC -> {
        entries.put("commitlog_sync", "periodic");
        entries.put("commitlog_sync_period", "1000ms");
      }
    }
  }

  private String quoted(String folder) {
    return '"' + data.resolve(folder).toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
