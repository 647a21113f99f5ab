package io.messina.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Health;
import io.messina.stream.json.ApiJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest {

  private record Question(String thing) {}

  private static final List<Route> ROUTES =
      List.of(
          Route.of(Verb.GET, "/v1/things/{thing}", "getThing", "One.", Exchange::sendNothing)
              .query("deep", "How deep.")
              .header("Depth-Unit", "In what.")
              .answers(Health.class, 200),
          Route.of(Verb.PUT, "/v1/things/{thing}", "putThing", "Makes one.", Exchange::sendNothing)
              .takes(Question.class)
              .takesTypes("application/x-ndjson")
              .answers(Health.class, 200, 201));

  @Test
  void every_operation_of_the_document_is_answered_and_the_server_has_no_other() throws Exception {
    try (RunningServer server = RunningServer.with(ROUTES.toArray(Route[]::new))) {
      JsonNode document = ApiJson.MAPPER.readTree(server.get("/openapi").body());
      List<String> described = new ArrayList<>();
      for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
        String concrete = path.getKey().replace("{thing}", "a");
        for (Verb verb : Verb.values()) {
          boolean isDescribed = path.getValue().has(verb.name().toLowerCase(Locale.ROOT));
          int status =
              server
                  .send(
                      server
                          .request(concrete)
                          .method(verb.name(), java.net.http.HttpRequest.BodyPublishers.noBody()))
                  .statusCode();
          assertThat(status == 405).as(verb + " " + concrete).isNotEqualTo(isDescribed);
          if (isDescribed) {
            described.add(verb + " " + path.getKey());
          }
        }
      }
      assertThat(described)
          .containsExactlyInAnyOrder(
              "GET /v1/things/{thing}",
              "PUT /v1/things/{thing}",
              "GET /health/live",
              "GET /health/ready",
              "GET /metrics",
              "GET /openapi");
    }
  }

  @Test
  void the_document_tells_parameters_bodies_and_answers() {
    JsonNode document = ApiJson.MAPPER.readTree(OpenApi.document(ROUTES));
    JsonNode get = document.at("/paths/~1v1~1things~1{thing}/get");
    assertThat(get.at("/parameters/0/in").stringValue()).isEqualTo("path");
    assertThat(get.at("/parameters/1/name").stringValue()).isEqualTo("deep");
    assertThat(get.at("/responses/default/content").has("application/problem+json")).isTrue();
    assertThat(get.at("/parameters/2/name").stringValue()).isEqualTo("Depth-Unit");
    assertThat(get.at("/parameters/2/in").stringValue()).isEqualTo("header");
    JsonNode put = document.at("/paths/~1v1~1things~1{thing}/put");
    assertThat(put.at("/requestBody/content").propertyNames())
        .containsExactly("application/x-ndjson", "application/json");
    assertThat(put.get("responses").propertyNames()).containsExactly("200", "201", "default");
    assertThat(document.at("/components/schemas").has("Problem")).isTrue();
  }

  @Test
  void two_schemas_of_one_name_are_found_at_start() {
    Route route =
        Route.of(Verb.GET, "/v1/x", "getX", "One.", Exchange::sendNothing)
            .takes(Schema.request("Health", Question.class))
            .answers(Health.class, 200);
    assertThatThrownBy(() -> OpenApi.document(List.of(route))).hasMessage("Health: two schemas");
  }

  @Test
  void two_routes_of_one_operation_or_place_are_found_at_start() {
    Route route = ROUTES.getFirst();
    assertThatThrownBy(() -> OpenApi.document(List.of(route, route)))
        .hasMessage("getThing: two routes");
    assertThatThrownBy(() -> new RouteTable(List.of(route, route)))
        .hasMessage("GET /v1/things/{thing}: two routes");
  }
}
