/** The Java client of Messina's HTTP API. */
@SuppressWarnings("module") // the client for features is compiled after this one
module io.messina.client {
  requires transitive io.messina.api;
  requires java.net.http;
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports io.messina.client;
  exports io.messina.client.access;
  exports io.messina.client.aggregate;
  exports io.messina.client.definition;
  exports io.messina.client.enrichment;
  exports io.messina.client.error;
  exports io.messina.client.event;
  exports io.messina.client.group;
  exports io.messina.client.internal to
      io.messina.client.features;
  exports io.messina.client.message;
  exports io.messina.client.sink;
  exports io.messina.client.stream;

  opens io.messina.client.group to
      tools.jackson.databind;
  opens io.messina.client.internal to
      tools.jackson.databind;
}
