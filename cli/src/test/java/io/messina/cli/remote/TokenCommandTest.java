package io.messina.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.CommandRun;
import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.stream.json.ApiJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@SuppressWarnings("NullAway.Init")
class TokenCommandTest {

  @TempDir private Path folder;
  private Node node;
  private Path admin;

  @BeforeEach
  void start() throws Exception {
    admin = folder.resolve("admin.token");
    node =
        Node.start(
            Configuration.read(
                folder,
                Map.of(),
                Map.of(
                    "--port",
                    "0",
                    "--data",
                    folder.resolve("data").toString(),
                    "--auth",
                    "tokens",
                    "--admin-token-file",
                    admin.toString())));
    assertThat(node.awaitReady(Duration.ofMinutes(1))).isTrue();
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private CommandRun run(Path token, String... arguments) {
    List<String> all = new ArrayList<>(CommandRun.words(arguments));
    all.addAll(List.of("--url", node.baseUrl(), "--token-file", token.toString()));
    return CommandRun.of(all.toArray(String[]::new));
  }

  @Test
  void a_token_is_created_used_listed_and_revoked() throws Exception {
    assertThat(Files.getPosixFilePermissions(admin)).hasSize(2);
    CommandRun created =
        run(admin, "token create shop --scope streams:edits:* --expires-in 1d --json");
    assertThat(created.exitCode()).as(created.toString()).isZero();
    JsonNode json = ApiJson.MAPPER.readTree(created.out());
    Path token =
        Files.writeString(folder.resolve("shop.token"), json.get("token").stringValue() + "\n");
    assertThat(run(admin, "token create shop --scope admin").err())
        .contains("shop (expected: a name that no token has");

    assertThat(run(token, "stream create edits --shards 1").exitCode()).isZero();
    CommandRun other = run(token, "stream create others --shards 1");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("token shop: lacks streams:others:manage");
    assertThat(run(token, "token list").exitCode()).isEqualTo(1);
    assertThat(run(admin, "token list").out()).contains("shop").contains("streams:edits:*");

    assertThat(run(admin, "token revoke shop").out()).contains("shop is revoked.");
    assertThat(run(token, "stream show edits").err()).contains("unknown token");
    assertThat(run(admin, "token revoke shop").exitCode()).isEqualTo(3);
  }

  @Test
  void a_wrong_scope_and_a_missing_file_are_told_by_a_sentence() {
    assertThat(run(admin, "token create shop --scope streams:edits:send").err())
        .contains("streams with READ, APPEND, MANAGE or *".toLowerCase(java.util.Locale.ROOT));
    CommandRun absent = run(folder.resolve("absent"), "stream list");
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.err()).hasLineCount(1).contains("expected: a text file to be read");
  }
}
