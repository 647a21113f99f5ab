package io.messina.server.http;

import io.messina.api.AddedItems;
import io.messina.api.GroupDefinition;
import io.messina.api.GroupOptions;
import io.messina.api.GroupStatus;
import io.messina.api.NewGroup;
import io.messina.api.RecordSchema;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamOptions;
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
import io.messina.server.json.ApiJson;
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
          Map.entry("Feature", FeatureDefinition.class),
          Map.entry("Feed", FeedStatus.class),
          Map.entry("Swept", SweepPage.class),
          Map.entry("ListItems", ItemPage.class),
          Map.entry("ListEntities", EntityPage.class),
          Map.entry("AddedItems", AddedItems.class),
          Map.entry("RemovedItems", RemovedItems.class),
          Map.entry("ItemFound", ItemFound.class),
          Map.entry("ItemCount", ItemCount.class));

  private static final Map<String, Class<? extends Record>> REQUESTS =
      Map.of(
          "NewFeature", FeatureOptions.class,
          "FeedOptions", FeedOptions.class,
          "Sweep", SweepQuery.class,
          "NewListItems", NewItems.class,
          "ItemValue", ItemValue.class,
          "ItemQuestion", ItemQuestion.class,
          "ListsQuery", ListsQuery.class,
          "NewValue", NewValue.class,
          "ValuesQuery", ValuesQuery.class);

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

  static Map<String, JsonNode> read() {
    try (InputStream file =
        Objects.requireNonNull(ApiSchemas.class.getResourceAsStream("schemas.json"))) {
      Map<String, JsonNode> schemas = new LinkedHashMap<>();
      ApiJson.MAPPER
          .readTree(file)
          .properties()
          .forEach(schema -> schemas.put(schema.getKey(), schema.getValue()));
      schemas.put("StreamOptions", RecordSchema.change(StreamOptions.class));
      schemas.put("NewGroup", RecordSchema.change(NewGroup.class));
      schemas.put("GroupOptions", RecordSchema.change(GroupOptions.class));
      schemas.put("FeatureOptions", RecordSchema.change(FeatureOptions.class));
      ANSWERS.forEach((name, type) -> schemas.put(name, RecordSchema.answer(type)));
      REQUESTS.forEach((name, type) -> schemas.put(name, RecordSchema.request(type)));
      schemas.put("Features", page("features", RecordSchema.answer(FeatureDefinition.class)));
      schemas.put("Feeds", page("feeds", RecordSchema.answer(FeedStatus.class)));
      schemas.put("Lists", all("lists", RecordSchema.answer(ListAnswer.class)));
      schemas.put("Values", all("entities", RecordSchema.answer(EntityValues.class)));
      return schemas;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
