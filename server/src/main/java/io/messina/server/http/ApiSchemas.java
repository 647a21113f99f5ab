package io.messina.server.http;

import io.messina.api.Appended;
import io.messina.api.Cancelled;
import io.messina.api.ClaimOptions;
import io.messina.api.Cluster;
import io.messina.api.Death;
import io.messina.api.Discard;
import io.messina.api.Discarded;
import io.messina.api.EventProgress;
import io.messina.api.Extension;
import io.messina.api.GroupDefinition;
import io.messina.api.GroupOptions;
import io.messina.api.GroupStatus;
import io.messina.api.Health;
import io.messina.api.Nack;
import io.messina.api.NewGroup;
import io.messina.api.ProblemCode;
import io.messina.api.ReceiptResult;
import io.messina.api.ReceiptResults;
import io.messina.api.RecordSchema;
import io.messina.api.Redrive;
import io.messina.api.Redriven;
import io.messina.api.RefusedLine;
import io.messina.api.Seek;
import io.messina.api.ShardCommit;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamOptions;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateRows;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.KeyReport;
import io.messina.api.enrichment.StateOptions;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityPage;
import io.messina.api.feature.EntityValues;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.api.feature.ItemCount;
import io.messina.api.feature.ItemFound;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ItemQuestion;
import io.messina.api.feature.ItemValue;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListsQuery;
import io.messina.api.feature.NewItems;
import io.messina.api.feature.NewValue;
import io.messina.api.feature.RemovedItems;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.api.feature.ValuesQuery;
import io.messina.api.message.MessagePage;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageResult;
import io.messina.api.message.MessageResults;
import io.messina.api.message.NewMessage;
import io.messina.api.message.account.AccountDefinition;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionOptions;
import io.messina.api.message.account.SuppressionPage;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.api.message.connector.RouteDefinition;
import io.messina.api.message.connector.RouteOptions;
import io.messina.api.message.report.CampaignReport;
import io.messina.api.message.report.EndpointPage;
import io.messina.api.message.report.ReplayOptions;
import io.messina.api.message.report.Replayed;
import io.messina.api.message.report.Resolved;
import io.messina.api.message.report.ResolvedSome;
import io.messina.api.message.report.Resolving;
import io.messina.api.message.report.ResolvingSome;
import io.messina.api.message.report.UncertainPage;
import io.messina.api.message.report.UsageRows;
import io.messina.api.message.template.MessagePreview;
import io.messina.api.message.template.PreviewOptions;
import io.messina.api.message.template.TemplateDefinition;
import io.messina.api.message.template.TemplateOptions;
import io.messina.api.message.template.TemplatePreview;
import io.messina.api.sink.SinkOptions;
import io.messina.api.sink.SinkReport;
import io.messina.stream.json.ApiJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of the API's JSON: those of records, and the others from {@code schemas.json}. */
final class ApiSchemas {

  private static final Map<String, Class<? extends Record>> ANSWERS =
      Map.ofEntries(
          Map.entry("Stream", StreamDefinition.class),
          Map.entry("Group", GroupDefinition.class),
          Map.entry("GroupStatus", GroupStatus.class),
          Map.entry("Discarded", Discarded.class),
          Map.entry("Health", Health.class),
          Map.entry("RefusedLine", RefusedLine.class),
          Map.entry("Appended", Appended.class),
          Map.entry("Cancelled", Cancelled.class),
          Map.entry("Cluster", Cluster.class),
          Map.entry("EventProgress", EventProgress.class),
          Map.entry("ReceiptResult", ReceiptResult.class),
          Map.entry("Results", ReceiptResults.class),
          Map.entry("Redriven", Redriven.class),
          Map.entry("Feature", FeatureDefinition.class),
          Map.entry("Feed", FeedStatus.class),
          Map.entry("Enrichment", EnrichmentReport.class),
          Map.entry("Sink", SinkReport.class),
          Map.entry("Aggregate", AggregateReport.class),
          Map.entry("AggregateRows", AggregateRows.class),
          Map.entry("Account", AccountDefinition.class),
          Map.entry("Template", TemplateDefinition.class),
          Map.entry("TemplatePreview", TemplatePreview.class),
          Map.entry("MessageResult", MessageResult.class),
          Map.entry("MessageResults", MessageResults.class),
          Map.entry("MessagePreview", MessagePreview.class),
          Map.entry("Connector", ConnectorReport.class),
          Map.entry("Message", MessageReport.class),
          Map.entry("Messages", MessagePage.class),
          Map.entry("Resolved", Resolved.class),
          Map.entry("ResolvedSome", ResolvedSome.class),
          Map.entry("UncertainMessages", UncertainPage.class),
          Map.entry("Suppression", Suppression.class),
          Map.entry("Suppressions", SuppressionPage.class),
          Map.entry("Endpoints", EndpointPage.class),
          Map.entry("Replayed", Replayed.class),
          Map.entry("Route", RouteDefinition.class),
          Map.entry("Usage", UsageRows.class),
          Map.entry("Campaign", CampaignReport.class),
          Map.entry("KeyState", KeyReport.class),
          Map.entry("Swept", SweepPage.class),
          Map.entry("ListItems", ItemPage.class),
          Map.entry("ListEntities", EntityPage.class),
          Map.entry("AddedItems", AddedItems.class),
          Map.entry("RemovedItems", RemovedItems.class),
          Map.entry("ItemFound", ItemFound.class),
          Map.entry("ItemCount", ItemCount.class));

  private static final Map<String, Class<? extends Record>> REQUESTS =
      Map.ofEntries(
          Map.entry("Discard", Discard.class),
          Map.entry("Seek", Seek.class),
          Map.entry("ShardCommit", ShardCommit.class),
          Map.entry("Redrive", Redrive.class),
          Map.entry("NewFeature", FeatureOptions.class),
          Map.entry("FeedOptions", FeedOptions.class),
          Map.entry("StateOptions", StateOptions.class),
          Map.entry("SinkOptions", SinkOptions.class),
          Map.entry("AggregateOptions", AggregateOptions.class),
          Map.entry("AccountOptions", AccountOptions.class),
          Map.entry("NewMessage", NewMessage.class),
          Map.entry("TemplateOptions", TemplateOptions.class),
          Map.entry("PreviewOptions", PreviewOptions.class),
          Map.entry("ConnectorOptions", ConnectorOptions.class),
          Map.entry("Resolving", Resolving.class),
          Map.entry("ResolvingSome", ResolvingSome.class),
          Map.entry("ReplayOptions", ReplayOptions.class),
          Map.entry("SuppressionOptions", SuppressionOptions.class),
          Map.entry("RouteOptions", RouteOptions.class),
          Map.entry("Sweep", SweepQuery.class),
          Map.entry("NewListItems", NewItems.class),
          Map.entry("ItemValue", ItemValue.class),
          Map.entry("ItemQuestion", ItemQuestion.class),
          Map.entry("ListsQuery", ListsQuery.class),
          Map.entry("NewValue", NewValue.class),
          Map.entry("ValuesQuery", ValuesQuery.class));

  private ApiSchemas() {}

  /** An object with one field, which is a list. */
  private static JsonNode all(String field, JsonNode each) {
    ObjectNode schema = ApiJson.MAPPER.createObjectNode().put("type", "object");
    schema.putArray("required").add(field);
    schema.putObject("properties").putObject(field).put("type", "array").set("items", each);
    return schema;
  }

  private static JsonNode page(String field, JsonNode each) {
    JsonNode schema = all(field, each);
    ((ObjectNode) schema.get("properties"))
        .putObject("next")
        .put("type", "string")
        .put("description", "The after of the next page; absent on the last.");
    return schema;
  }

  /** Receipts, each alone or with what is said of it; what is said beside them holds for all. */
  private static ObjectNode receipts(Class<? extends Record> said) {
    JsonNode text = ApiJson.MAPPER.createObjectNode().put("type", "string");
    ObjectNode entry = (ObjectNode) RecordSchema.request(said);
    entry.putArray("required").add("receipt");
    entry.withObjectProperty("properties").set("receipt", text);
    ObjectNode entries = ApiJson.MAPPER.createObjectNode().put("type", "array");
    entries.put("maxItems", ClaimOptions.LIMIT_MAX);
    entries.putObject("items").putArray("oneOf").add(text).add(entry);
    return listOf("receipts", entries, said);
  }

  private static ObjectNode listOf(String name, JsonNode list, Class<? extends Record> others) {
    ObjectNode schema = (ObjectNode) RecordSchema.request(others);
    schema.putArray("required").add(name);
    schema.withObjectProperty("properties").set(name, list);
    return schema;
  }

  /** Acknowledges events first. */
  private static ObjectNode claim(JsonNode acks) {
    ObjectNode schema = listOf("ack", acks, ClaimOptions.class);
    schema.remove("required");
    return schema;
  }

  /** What needs no more than receipts. */
  private record Nothing() {}

  /** Its event's fields, and its own. */
  private static JsonNode deadLetter() {
    ObjectNode schema = ApiJson.MAPPER.createObjectNode();
    schema
        .putArray("allOf")
        .add(ApiJson.MAPPER.createObjectNode().put("$ref", "#/components/schemas/Event"))
        .add(RecordSchema.answer(Death.class));
    return schema;
  }

  static Map<String, JsonNode> read() {
    try (InputStream file =
        Objects.requireNonNull(ApiSchemas.class.getResourceAsStream("schemas.json"))) {
      Map<String, JsonNode> schemas = new LinkedHashMap<>();
      ApiJson.MAPPER
          .readTree(file)
          .properties()
          .forEach(schema -> schemas.put(schema.getKey(), schema.getValue()));
      Objects.requireNonNull(schemas.get("Problem"))
          .withObjectProperty("properties")
          .set("code", RecordSchema.answer(ProblemCode.class));
      JsonNode acks = Objects.requireNonNull(schemas.get("Acks"));
      schemas.put("Claim", claim(acks));
      schemas.put("Ack", listOf("receipts", acks, Nothing.class));
      schemas.put("Nack", receipts(Nack.class));
      schemas.put("Extend", receipts(Extension.class));
      schemas.put("Release", receipts(Nothing.class));
      schemas.put("DeadLetters", page("dead_letters", deadLetter()));
      schemas.put("StreamOptions", RecordSchema.change(StreamOptions.class));
      schemas.put("NewGroup", RecordSchema.change(NewGroup.class));
      schemas.put("GroupOptions", RecordSchema.change(GroupOptions.class));
      schemas.put("FeatureOptions", RecordSchema.change(FeatureOptions.class));
      ANSWERS.forEach((name, type) -> schemas.put(name, RecordSchema.answer(type)));
      REQUESTS.forEach((name, type) -> schemas.put(name, RecordSchema.request(type)));
      schemas.put("Streams", page("streams", RecordSchema.answer(StreamDefinition.class)));
      schemas.put("Groups", page("groups", RecordSchema.answer(GroupDefinition.class)));
      schemas.put("Features", page("features", RecordSchema.answer(FeatureDefinition.class)));
      schemas.put("Feeds", page("feeds", RecordSchema.answer(FeedStatus.class)));
      schemas.put("Enrichments", page("enrichments", RecordSchema.answer(EnrichmentReport.class)));
      schemas.put("Sinks", page("sinks", RecordSchema.answer(SinkReport.class)));
      schemas.put("Aggregates", page("aggregates", RecordSchema.answer(AggregateReport.class)));
      schemas.put("Templates", page("templates", RecordSchema.answer(TemplateDefinition.class)));
      schemas.put(
          "TemplateVersions", page("versions", RecordSchema.answer(TemplateDefinition.class)));
      schemas.put("Accounts", page("accounts", RecordSchema.answer(AccountDefinition.class)));
      schemas.put("Connectors", page("connectors", RecordSchema.answer(ConnectorReport.class)));
      schemas.put("Routes", page("routes", RecordSchema.answer(RouteDefinition.class)));
      schemas.put("Lists", all("lists", RecordSchema.answer(ListAnswer.class)));
      schemas.put("Values", all("entities", RecordSchema.answer(EntityValues.class)));
      return schemas;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
