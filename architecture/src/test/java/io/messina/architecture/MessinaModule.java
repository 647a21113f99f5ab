package io.messina.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The modules of the design, also those that are not there yet, and the modules that each may use.
 */
enum MessinaModule {
  STORE,
  /** Runs in the compiler only. */
  WITHERS,
  API,
  /** What every part that runs on a store needs; no commons of one of them. */
  RUNTIME(STORE),
  STORE_ROCKSDB(STORE),
  STORE_CQL(STORE),
  /** Nodes of a real Cassandra, for tests and for trying. */
  CASSANDRA,
  TESTKIT(STORE),
  /** What holds for the tests of all modules. */
  TEST_RULES,
  STREAM(STORE, API, RUNTIME),
  /** How nodes ask each other. */
  PEERS(STORE, API, RUNTIME, STREAM),
  /** Simulated servers, for tests of what is built on streams. */
  STREAM_TESTKIT(STORE, API, RUNTIME, STREAM, PEERS, TESTKIT),
  ENRICH(API),
  /** States in a table that is there already. */
  ENRICH_CQL(ENRICH),
  AGGREGATE(STORE, API, RUNTIME, STREAM),
  AGGREGATE_S3(AGGREGATE),
  FEATURES(STORE, API, RUNTIME, STREAM),
  /** The core in the process that owns the shards, with its state in the store. */
  ENRICHMENT(STORE, API, RUNTIME, STREAM, ENRICH),
  /** Protocols of providers of messages. */
  CONNECTORS(API),
  /** Posts events over HTTP as connectors do. */
  SINK(STORE, API, RUNTIME, STREAM, CONNECTORS),
  MESSAGING(STORE, API, RUNTIME, STREAM, AGGREGATE, CONNECTORS),
  CLIENT(API),
  CLIENT_FEATURES(API, CLIENT),
  FLINK(API, ENRICH, ENRICH_CQL, CLIENT),
  /** Jobs to be submitted to a cluster. */
  FLINK_JOBS(API, ENRICH, ENRICH_CQL, CLIENT, FLINK),
  SERVER(
      STORE,
      API,
      RUNTIME,
      STORE_ROCKSDB,
      STORE_CQL,
      STREAM,
      PEERS,
      ENRICH,
      AGGREGATE,
      FEATURES,
      ENRICHMENT,
      CONNECTORS,
      SINK,
      MESSAGING),
  /** Loaded by a server that is asked for traces. */
  TRACING(CONNECTORS, SERVER),
  CLI(
      STORE,
      API,
      RUNTIME,
      STORE_ROCKSDB,
      STORE_CQL,
      STREAM,
      ENRICH,
      AGGREGATE,
      FEATURES,
      ENRICHMENT,
      MESSAGING,
      CLIENT,
      CLIENT_FEATURES,
      CASSANDRA,
      SERVER),
  EXAMPLES(
      STORE,
      API,
      RUNTIME,
      STORE_ROCKSDB,
      STORE_CQL,
      STREAM,
      PEERS,
      ENRICH,
      AGGREGATE,
      FEATURES,
      ENRICHMENT,
      MESSAGING,
      CLIENT,
      CLIENT_FEATURES),
  BENCH(
      STORE,
      API,
      RUNTIME,
      STORE_ROCKSDB,
      STORE_CQL,
      TESTKIT,
      STREAM,
      ENRICH,
      AGGREGATE,
      FEATURES,
      ENRICHMENT,
      CONNECTORS,
      MESSAGING,
      CLIENT,
      CLIENT_FEATURES,
      FLINK,
      CASSANDRA,
      SERVER);

  private final List<MessinaModule> used;

  MessinaModule(MessinaModule... used) {
    this.used = List.of(used);
  }

  static MessinaModule inFolder(String folder) {
    return valueOf(folder.replace('-', '_').toUpperCase(Locale.ROOT));
  }

  String[] used() {
    return used.stream().map(MessinaModule::name).toArray(String[]::new);
  }

  /** The classes of this module; those of {@code store.rocksdb} are not of {@code store}. */
  DescribedPredicate<JavaClass> classes() {
    DescribedPredicate<JavaClass> classes = resideInAPackage(packagePrefix() + "..");
    for (MessinaModule inner : values()) {
      if (inner.packagePrefix().startsWith(packagePrefix() + ".")) {
        classes = classes.and(DescribedPredicate.not(inner.classes()));
      }
    }
    return classes;
  }

  static DescribedPredicate<JavaClass> classesOf(MessinaModule... modules) {
    return DescribedPredicate.or(Arrays.stream(modules).map(MessinaModule::classes).toList())
        .as("classes of %s", Arrays.toString(modules));
  }

  private String packagePrefix() {
    return "io.messina." + name().toLowerCase(Locale.ROOT).replace('_', '.');
  }
}
