package io.messina.server.http;

import io.messina.stream.json.ApiJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The description of the API as OpenAPI 3.1, made from its routes. */
final class OpenApi {

  private static final String JSON = "application/json";
  private static final String PROBLEM_SCHEMA = "Problem";

  private final Map<String, JsonNode> schemas;
  private final ObjectNode document = ApiJson.MAPPER.createObjectNode();

  private OpenApi(Map<String, JsonNode> schemas) {
    this.schemas = schemas;
  }

  /** Refuses routes that name a schema which is not there, and operations that are not unique. */
  static byte[] document(List<Route> routes, Map<String, JsonNode> schemas) {
    OpenApi api = new OpenApi(schemas);
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
    for (QueryParameter query : route.query()) {
      parameter(parameters.addObject(), query.name(), "query").put("description", query.sentence());
    }
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

  private void request(RouteBodies bodies, ObjectNode operation) {
    if (bodies.request().isPresent() || !bodies.accepted().isEmpty()) {
      ObjectNode content = operation.putObject("requestBody").putObject("content");
      bodies.accepted().forEach(content::putObject);
      bodies.request().ifPresent(schema -> schema(content, JSON, schema));
    }
  }

  private void responses(RouteBodies bodies, boolean conditional, ObjectNode responses) {
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
    schema(response.putObject("content"), "application/problem+json", PROBLEM_SCHEMA);
  }

  private void schema(ObjectNode content, String mediaType, String schema) {
    if (!schemas.containsKey(schema)) {
      throw new IllegalArgumentException(schema + ": no such schema");
    }
    content.putObject(mediaType).putObject("schema").put("$ref", "#/components/schemas/" + schema);
  }
}
