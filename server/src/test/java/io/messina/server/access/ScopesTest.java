package io.messina.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.access.Action;
import io.messina.api.access.Resource;
import io.messina.api.access.Scope;
import io.messina.server.RunningNode;
import io.messina.testkit.SystemWaiting;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Each operation with the scope that it needs, with all others, and without a token. */
@SuppressWarnings("NullAway.Init")
class ScopesTest {

  private static final String ADMIN = RunningNode.ADMIN;

  /** Of things that are not there, whoever asks. */
  private static final String NAME = "thing";

  @TempDir private static Path folder;
  private static RunningNode node;

  /** An operation as the description of the API has it. */
  private record Operation(String id, String method, String path) {}

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.withTokens(folder);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @TestFactory
  Stream<DynamicTest> each_operation_takes_its_scope_and_refuses_all_others() throws Exception {
    Map<String, Permission> permissions = new TreeMap<>(Permissions.all());
    List<DynamicTest> tests = new ArrayList<>();
    for (Operation operation : operations()) {
      Permission permission = permissions.remove(operation.id());
      assertThat(permission).as(operation.id()).isNotNull();
      tests.add(DynamicTest.dynamicTest(operation.id(), () -> check(operation, permission)));
    }
    assertThat(permissions).as("operations that no route has").isEmpty();
    return tests.stream();
  }

  @Test
  void the_docs_name_the_scope_of_each_operation() throws Exception {
    String rows =
        new TreeMap<>(Permissions.all())
            .entrySet().stream()
                .map(each -> "| `" + each.getKey() + "` | `" + each.getValue() + "` |\n")
                .collect(Collectors.joining());
    assertThat(Files.readString(Path.of("../docs/security.md"))).contains("|---|---|\n" + rows);
  }

  private static void check(Operation operation, Permission permission) throws Exception {
    if (permission.checks() == Permission.Checks.NEVER) {
      assertThat(ask(operation, "").statusCode()).isNotIn(401, 403);
      return;
    }
    assertThat(ask(operation, "").statusCode()).isEqualTo(401);
    assertThat(ask(operation, "Bearer " + ADMIN + "?").statusCode()).isEqualTo(401);
    assertThat(ask(operation, "Basic " + ADMIN).statusCode()).isEqualTo(401);
    assertThat(ask(operation, "bearer " + ADMIN).statusCode()).isNotIn(401, 403);

    HttpResponse<String> refused = ask(operation, "Bearer " + token(allBut(permission)));
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
    assertThat(refused.body()).contains("\"code\":\"forbidden\"");
    if (permission.checks() != Permission.Checks.ADMIN) {
      Scope needed = Scope.of(permission.resource() + ":*:" + permission.action());
      HttpResponse<String> allowed = ask(operation, "Bearer " + token(List.of(needed)));
      assertThat(allowed.statusCode()).as(allowed.body()).isNotIn(401, 403);
    }
  }

  /** All scopes that are not the one, and the one for things with other names. */
  private static List<Scope> allBut(Permission permission) {
    List<Scope> scopes = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      for (Action action : resource.actions()) {
        boolean isIt = resource == permission.resource() && action == permission.action();
        if (!isIt || permission.checks() == Permission.Checks.ADMIN) {
          scopes.add(Scope.of(resource + ":*:" + action));
        } else if (permission.checks() == Permission.Checks.HEAD && resource != Resource.CLUSTER) {
          scopes.add(Scope.of(resource + ":other*:" + action));
        }
      }
    }
    return scopes;
  }

  private static int tokens;

  private static String token(List<Scope> scopes) throws Exception {
    String name = "token-" + tokens++;
    String all = "\"" + String.join("\",\"", scopes.stream().map(Scope::toString).toList()) + "\"";
    return node.json(
            201, "POST", "/v1/tokens/" + name, "{\"scopes\":[" + all + "]}", RunningNode.ADMITTED)
        .get("token")
        .stringValue();
  }

  private static HttpResponse<String> ask(Operation operation, String authorization)
      throws Exception {
    String path = operation.path().replaceAll("\\{\\w+}", NAME);
    return authorization.isEmpty()
        ? node.send(operation.method(), path, "")
        : node.send(operation.method(), path, "", "Authorization: " + authorization);
  }

  private static List<Operation> operations() throws Exception {
    JsonNode paths = node.json(200, "GET", "/openapi", "").get("paths");
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        operations.add(
            new Operation(
                method.getValue().get("operationId").stringValue(),
                method.getKey().toUpperCase(Locale.ROOT),
                path.getKey()));
      }
    }
    return operations;
  }

  @Test
  void a_revoked_and_an_expired_token_are_refused() throws Exception {
    String admin = RunningNode.ADMITTED;
    String revoked = token(List.of(Scope.ADMIN));
    String name = "token-" + (tokens - 1);
    assertThat(asks(revoked)).isEqualTo(200);
    node.json(204, "DELETE", "/v1/tokens/" + name, "", admin);
    assertThat(asks(revoked)).isEqualTo(401);
    assertThat(node.send("DELETE", "/v1/tokens/" + name, "", admin).statusCode()).isEqualTo(404);

    String brief =
        node.json(
                201,
                "POST",
                "/v1/tokens/brief",
                "{\"scopes\":[\"admin\"],\"expires_in\":\"1s\"}",
                admin)
            .get("token")
            .stringValue();
    SystemWaiting.until(() -> asks(brief) != 200);
    assertThat(asks(brief)).isEqualTo(401);
    assertThat(node.json(200, "GET", "/v1/tokens/brief", "", admin).propertyNames())
        .contains("expires", "created", "scopes")
        .doesNotContain("token", "hash");
  }

  private static int asks(String token) throws Exception {
    return node.send("GET", "/v1/streams", "", "Authorization: Bearer " + token).statusCode();
  }

  @Test
  void a_scope_that_is_none_is_refused_by_a_sentence() throws Exception {
    for (String wrong :
        List.of(
            "",
            "stream:x:read",
            "streams:x:send",
            "streams::read",
            "a*b",
            "streams:a*b:read",
            "streams:x",
            "groups:edits:consume",
            "lists:user:read",
            "cluster:foo:read",
            "streams:a/b:read",
            "streams:../x:read",
            "streams:%zz:read",
            "streams:Edits*:read",
            "streams:a\\u0000:read",
            "lists:a\\u0000/b:read",
            "lists:a%2fb/*:read",
            "lists:a/b/*:read",
            "streams:" + "x".repeat(300) + ":read")) {
      HttpResponse<String> answer =
          node.send(
              "POST", "/v1/tokens/wrong", "{\"scopes\":[\"" + wrong + "\"]}", RunningNode.ADMITTED);
      assertThat(answer.statusCode()).as(wrong + answer.body()).isEqualTo(400);
      assertThat(answer.body()).contains("expected: ");
    }
  }

  @Test
  void scopes_of_beginnings_and_of_encoded_names_are_taken() throws Exception {
    String token =
        bearer(
            "streams:ed*:read",
            "groups:*:consume",
            "groups:edits/*:consume",
            "groups:edits/mail*:consume",
            "lists:a%2Fb/*:read",
            "lists:Länder/größe %25:read",
            "lists:us*:read",
            "cluster:*:read");
    assertThat(node.send("GET", "/metrics", "", token).statusCode()).isEqualTo(200);
  }

  @Test
  void a_sender_that_no_message_can_have_is_refused_by_a_sentence() throws Exception {
    for (String wrong : List.of("", "a*b", "**", "*@example.*")) {
      HttpResponse<String> answer =
          node.send(
              "POST",
              "/v1/tokens/wrong",
              "{\"scopes\":[\"admin\"],\"senders\":[\"" + wrong + "\"]}",
              RunningNode.ADMITTED);
      assertThat(answer.statusCode()).as(wrong + answer.body()).isEqualTo(400);
      assertThat(answer.body()).contains("senders: ").contains("expected: ");
    }
  }

  @Test
  void a_token_is_not_guessed_from_two() throws Exception {
    assertThat(
            node.send("GET", "/v1/streams", "", RunningNode.ADMITTED, RunningNode.ADMITTED)
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void an_absent_token_is_told_in_a_sentence() throws Exception {
    assertThat(
            node.json(404, "DELETE", "/v1/tokens/nosuch", "", RunningNode.ADMITTED)
                .get("detail")
                .stringValue())
        .isEqualTo("token: nosuch (expected: one that was created and is not revoked)");
  }

  @Test
  void things_that_a_body_names_are_checked_one_by_one() throws Exception {
    String admin = RunningNode.ADMITTED;
    for (String feature : List.of("mine", "theirs")) {
      node.json(
          201,
          "PUT",
          "/v1/features/user/" + feature,
          "{\"type\":\"list\",\"value_type\":\"text\"}",
          admin);
    }
    String lists = "{\"entity_type\":\"user\",\"feature\":\"%s\",\"entities\":[\"a\"]}";
    String reader = bearer("lists:user/mine:read", "values:user/mine:read");
    assertThat(status("/v1/lists:get", lists.formatted("mine"), reader)).isEqualTo(200);
    assertThat(status("/v1/lists:get", lists.formatted("theirs"), reader)).isEqualTo(403);
    String values = "{\"entity_type\":\"user\",\"features\":[\"mine\"%s],\"entities\":[\"a\"]}";
    assertThat(status("/v1/values:get", values.formatted(""), reader)).isNotIn(401, 403);
    assertThat(status("/v1/values:get", values.formatted(",\"theirs\""), reader)).isEqualTo(403);

    String message =
        "{\"account\":\"%s\",\"channel\":\"email\",\"to\":\"a@example.com\",\"content\":{\"text\":\"x\"}}";
    String sender = bearer("messages:shop:send");
    assertThat(status("/v1/messages", message.formatted("shop"), sender)).isNotIn(401, 403);
    assertThat(status("/v1/messages", message.formatted("bank"), sender)).isEqualTo(403);
    HttpResponse<String> lines =
        node.send(
            "POST",
            "/v1/messages",
            message.formatted("shop") + "\n" + message.formatted("bank") + "\n",
            sender,
            "Content-Type: application/x-ndjson");
    assertThat(lines.statusCode()).isEqualTo(202);
    assertThat(lines.body()).containsOnlyOnce("\"forbidden\"");
    String accountant = bearer("accounts:shop:read", "messages:shop:read");
    assertThat(node.send("GET", "/v1/usage", "", accountant).statusCode()).isEqualTo(403);
    assertThat(node.send("GET", "/v1/usage?account=bank", "", accountant).statusCode())
        .isEqualTo(403);
    assertThat(node.send("GET", "/v1/usage?account=shop", "", accountant).statusCode())
        .isNotIn(401, 403);
    node.json(201, "PUT", "/v1/accounts/bank", "{}", admin);
    String mail = message.replace("{\"text\"", "{\"subject\":\"x\",\"text\"");
    String id =
        node.json(202, "POST", "/v1/messages", mail.formatted("bank"), admin)
            .get("message")
            .stringValue();
    assertThat(node.send("GET", "/v1/messages/" + id, "", accountant))
        .satisfies(
            answer -> assertThat(answer.statusCode()).isEqualTo(403),
            answer -> assertThat(answer.body()).contains("messages:…:read").doesNotContain("bank"));
    assertThat(
            node.send("GET", "/v1/messages?account=bank&campaign=c", "", accountant).statusCode())
        .isEqualTo(403);
  }

  @Test
  void a_message_that_is_only_tried_out_needs_a_sender_of_the_token_too() throws Exception {
    String admin = RunningNode.ADMITTED;
    node.json(201, "PUT", "/v1/accounts/news", "{}", admin);
    String token =
        "Authorization: Bearer "
            + node.json(
                    201,
                    "POST",
                    "/v1/tokens/sender",
                    "{\"scopes\":[\"messages:news:send\"],\"senders\":[\"news@foo.org\"]}",
                    admin)
                .get("token")
                .stringValue();
    String mail =
        "{\"account\":\"news\",\"channel\":\"email\",\"from\":\"%s\",\"to\":\"a@example.com\","
            + "\"content\":{\"subject\":\"x\",\"text\":\"x\"}}";
    String tried = "/v1/messages?dry_run=true";
    assertThat(status(tried, mail.formatted("News <news@foo.org>"), token)).isEqualTo(200);
    assertThat(status(tried, mail.formatted("news@foo.org <a@evil.org>"), token)).isEqualTo(403);
    assertThat(status("/v1/messages", mail.formatted("a@evil.org"), token)).isEqualTo(403);
  }

  @Test
  void outputs_of_acknowledgements_need_the_right_to_append_to_their_streams() throws Exception {
    String admin = RunningNode.ADMITTED;
    for (String stream : List.of("in", "out", "secret")) {
      node.json(201, "PUT", "/v1/streams/" + stream, "{\"shards\":1}", admin);
    }
    node.json(201, "PUT", "/v1/streams/in/groups/w", "{\"start\":\"earliest\"}", admin);
    node.json(202, "POST", "/v1/streams/in/events", "{\"n\":1}", admin);
    String worker = bearer("groups:in/w:consume", "streams:out:append");
    String receipt =
        node.json(200, "POST", "/v1/streams/in/groups/w/claim", "{\"wait\":\"20s\"}", worker)
            .get("events")
            .get(0)
            .get("receipt")
            .stringValue();
    String ack =
        "{\"receipts\":[{\"receipt\":\"%s\",\"outputs\":[{\"stream\":\"%s\",\"payload\":1}]}]}";
    HttpResponse<String> refused =
        node.send("POST", "/v1/streams/in/groups/w/ack", ack.formatted(receipt, "secret"), worker);
    assertThat(refused.body()).contains("lacks streams:secret:append");
    HttpResponse<String> done =
        node.send("POST", "/v1/streams/in/groups/w/ack", ack.formatted(receipt, "out"), worker);
    assertThat(done.body()).contains("\"status\":\"ok\"");
    assertThat(node.json(200, "GET", "/v1/streams/secret/events?shard=0", "", admin).get("events"))
        .isEmpty();
  }

  private static String bearer(String... scopes) throws Exception {
    return "Authorization: Bearer " + token(Stream.of(scopes).map(Scope::of).toList());
  }

  private static int status(String path, String body, String token) throws Exception {
    return node.send("POST", path, body, token).statusCode();
  }
}
