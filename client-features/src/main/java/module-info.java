/** The Java client of Messina's HTTP API, for features. */
module io.messina.client.features {
  requires transitive io.messina.api;
  requires transitive io.messina.client;
  requires static transitive org.jspecify;

  exports io.messina.client.features;
}
