package io.messina.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Appended;
import io.messina.api.Field;
import io.messina.api.Json;
import io.messina.api.ProblemCode;
import io.messina.api.RefusedLine;
import io.messina.api.feature.AddedItems;
import io.messina.stream.json.ApiJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The description of the API as OpenAPI 3.1, made from its routes. */
final class OpenApi {

  private static final String JSON = "application/json";

  private static final Schema PROBLEM =
      Schema.answer(Problem.class)
          .refer("/properties/stored", Schema.answer(Appended.class))
          .refer("/properties/imported", Schema.answer(AddedItems.class))
          .refer("/properties/refused/items", Schema.answer(RefusedLine.class));

  private final Map<String, JsonNode> schemas = new LinkedHashMap<>();
  private final ObjectNode document = ApiJson.MAPPER.createObjectNode();

  private OpenApi() {}

  private record Problem(
      String type,
      String title,
      int status,
      ProblemCode code,
      String detail,
      String action,
      boolean retryable,
      Optional<Json> stored,
      Optional<Json> imported,
      @JsonInclude List<Json> refused,
      Optional<Integer> refusedCount,
      @JsonInclude @Field("shards on which a seek or a purge is done") List<Integer> done,
      @JsonInclude @Field("shards on which it may not be done") List<Integer> missing,
      @JsonInclude @Field("what is missing to be ready") Map<String, String> checks,
      @Field("only with internal: what to look for in the server's log") Optional<String> id) {}

  /** Refuses two operations, or two different schemas, of the same name. */
  static byte[] document(List<Route> routes) {
    OpenApi api = new OpenApi();
    api.describe(routes);
    return (ApiJson.MAPPER.writeValueAsString(api.document) + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private void describe(List<Route> routes) {
    document.put("openapi", "3.1.0");
    document.putObject("info").put("title", "Messina").put("version", "1");
    ObjectNode paths = document.putObject("paths");
    Set<String> operations = new TreeSet<>();
    for (Route route : routes) {
      if (!operations.add(route.operation())) {
        throw new IllegalArgumentException(route.operation() + ": two routes");
      }
      ObjectNode path = paths.withObjectProperty(route.template());
      describe(route, path.putObject(route.verb().name().toLowerCase(Locale.ROOT)));
    }
    ObjectNode all = document.putObject("components").putObject("schemas");
    schemas.forEach(all::set);
  }

  private void describe(Route route, ObjectNode operation) {
    operation.put("operationId", route.operation());
    operation.put("summary", route.summary());
    ArrayNode parameters = operation.putArray("parameters");
    for (String variable : route.variables()) {
      parameter(parameters.addObject(), variable, "path").put("required", true);
    }
    for (Route.Parameter query : route.query()) {
      parameter(parameters.addObject(), query.name(), "query").put("description", query.sentence());
    }
    route.headers().forEach(each -> header(parameters, each.name(), each.sentence()));
    boolean conditional = route.bodies().tagged() && route.verb() != Verb.GET;
    if (conditional) {
      header(parameters, "If-Match", "Changes it only where its tag is one of these.");
      header(parameters, "If-None-Match", "With *: only where it is not there.");
    }
    request(route.bodies(), operation);
    responses(route.bodies(), conditional, operation.putObject("responses"));
  }

  private static ObjectNode parameter(ObjectNode parameter, String name, String in) {
    parameter.put("name", name).put("in", in);
    parameter.putObject("schema").put("type", "string");
    return parameter;
  }

  private static void header(ArrayNode parameters, String name, String sentence) {
    parameter(parameters.addObject(), name, "header").put("description", sentence);
  }

  private void request(Route.Bodies bodies, ObjectNode operation) {
    if (bodies.request().isPresent() || !bodies.accepted().isEmpty()) {
      ObjectNode content = operation.putObject("requestBody").putObject("content");
      bodies.accepted().forEach(content::putObject);
      bodies.request().ifPresent(schema -> schema(content, JSON, schema));
    }
  }

  private void responses(Route.Bodies bodies, boolean conditional, ObjectNode responses) {
    for (int status : bodies.statuses()) {
      ObjectNode response = responses.putObject(Integer.toString(status));
      response.put("description", "Done.");
      if (bodies.tagged() && bodies.response().isPresent()) {
        ObjectNode tag = response.putObject("headers").putObject("ETag");
        tag.put("description", "Its tag.").putObject("schema").put("type", "string");
      }
      bodies.response().ifPresent(schema -> schema(response.putObject("content"), JSON, schema));
    }
    if (conditional) {
      problem(responses.putObject("412"), "Another tag stands, and nothing is changed.");
    }
    problem(responses.putObject("default"), "A problem.");
  }

  private void problem(ObjectNode response, String sentence) {
    response.put("description", sentence);
    schema(response.putObject("content"), "application/problem+json", PROBLEM);
  }

  private void schema(ObjectNode content, String mediaType, Schema schema) {
    add(schema);
    content.putObject(mediaType).set("schema", schema.reference());
  }

  private void add(Schema schema) {
    JsonNode known = schemas.putIfAbsent(schema.name(), schema.json());
    if (known != null && !known.equals(schema.json())) {
      throw new IllegalArgumentException(schema.name() + ": two schemas");
    }
    schema.parts().forEach(this::add);
  }
}
