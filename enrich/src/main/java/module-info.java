/**
 * Read-modify-write of a key's state with thousands of requests in flight, never two for one key.
 */
module io.messina.enrich {
  requires static transitive org.jspecify;

  exports io.messina.enrich;
}
