/** The vocabulary of Messina's HTTP API, and its one form in JSON. */
module io.messina.api {
  requires com.fasterxml.jackson.annotation;
  requires static transitive org.jspecify;
  requires transitive tools.jackson.core;
  requires transitive tools.jackson.databind;

  exports io.messina.api;
  exports io.messina.api.access;
  exports io.messina.api.aggregate;
  exports io.messina.api.enrichment;
  exports io.messina.api.feature;
  exports io.messina.api.message;
  exports io.messina.api.message.account;
  exports io.messina.api.message.connector;
  exports io.messina.api.message.protocol;
  exports io.messina.api.message.report;
  exports io.messina.api.message.template;
  exports io.messina.api.sink;

  opens io.messina.api to
      tools.jackson.databind;
  opens io.messina.api.access to
      tools.jackson.databind;
  opens io.messina.api.aggregate to
      tools.jackson.databind;
  opens io.messina.api.enrichment to
      tools.jackson.databind;
  opens io.messina.api.feature to
      tools.jackson.databind;
  opens io.messina.api.message to
      tools.jackson.databind;
  opens io.messina.api.message.account to
      tools.jackson.databind;
  opens io.messina.api.message.connector to
      tools.jackson.databind;
  opens io.messina.api.message.protocol to
      tools.jackson.databind;
  opens io.messina.api.message.report to
      tools.jackson.databind;
  opens io.messina.api.message.template to
      tools.jackson.databind;
  opens io.messina.api.sink to
      tools.jackson.databind;
}
