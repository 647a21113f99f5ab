package io.messina.store.cql;

/** Whether all nodes that are up have the same schema. */
final class SchemaAgreement {

  private SchemaAgreement() {}

  /** Waits for agreement as long as the driver is configured to; false if there is none by then. */
  static boolean isReached(Requests requests) {
    return requests.using(
        () -> {
          try {
            return Requests.joined(requests.session().checkSchemaAgreementAsync());
          } catch (RuntimeException e) {
            throw CqlFailures.harmless("schema agreement", e);
          }
        });
  }
}
