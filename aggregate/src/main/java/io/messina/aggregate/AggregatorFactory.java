package io.messina.aggregate;

/**
 * Makes aggregators of a user's own for a server, which finds it as a service of {@link
 * java.util.ServiceLoader} in the jars that it is given. It has a public constructor without
 * arguments, and is used by many threads.
 */
public interface AggregatorFactory {

  /** The name by which definitions of aggregates ask for it. */
  String name();

  /** A new aggregator, for one generation of one aggregate. */
  Aggregator create();
}
