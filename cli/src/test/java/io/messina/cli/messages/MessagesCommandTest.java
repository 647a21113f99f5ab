package io.messina.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.CommandRun;
import io.messina.cli.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessagesCommandTest {

  private static final Pattern ID = Pattern.compile("\"message\" : \"([^\"]+)\"");

  @TempDir private Path folder;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start(folder);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private void define() throws IOException {
    server.said("accounts put shop");
    server.said("connectors", "put", "trial", file("trial.json", "{\"sandbox\":{}}"));
    server.said(
        "routes",
        "put",
        "all-sms",
        file("all-sms.json", "{\"channel\":\"sms\",\"weights\":{\"trial\":1}}"));
  }

  @Test
  void definitions_are_put_shown_listed_and_deleted() throws Exception {
    assertThat(server.said("accounts list")).isEqualTo("There are no accounts.");
    define();
    assertThat(server.said("connectors get trial")).contains("sandbox").contains("0s");
    assertThat(server.said("connectors list")).contains("trial");
    assertThat(server.said("routes get all-sms --json")).contains("\"trial\" : 1");
    String quota = file("quota.json", "{\"per_second\":5}");
    assertThat(server.said("accounts", "put", "shop", quota)).containsPattern("generation +2\\R");
    check(1, "tag", "accounts put shop --if-absent");
    check(1, "all-sms", "connectors delete trial");
    assertThat(server.said("routes delete all-sms")).isEqualTo("The route all-sms is deleted.");
    server.said("accounts delete shop");
    check(3, "shop", "accounts get shop");
  }

  @Test
  void what_cannot_be_put_is_told_in_one_sentence_and_changes_nothing() throws Exception {
    String none = file("none.json", "{}");
    check(2, "smtp, http, smpp, webhook, sandbox: 0 of them", "connectors", "put", "trial", none);
    String unknown = file("unknown.json", "{\"per_hour\":5}");
    check(2, "per_hour", "accounts", "put", "shop", unknown);
    check(2, "not.json: ", "accounts", "put", "shop", file("not.json", "{nope"));
    check(
        2,
        "open.json: not JSON: Unexpected end-of-input: expected close marker for Object. See",
        "accounts",
        "put",
        "shop",
        file("open.json", "{"));
    check(3, "nobody", "messages list --account nobody --campaign spring");
    check(1, "absent.json: not there", "accounts", "put", "shop", "absent.json");
    check(2, "SHOP", "accounts put SHOP");
    assertThat(server.said("accounts list")).isEqualTo("There are no accounts.");
  }

  private void check(int exitCode, String sentence, String... command) {
    CommandRun run = server.run(command);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(exitCode);
    assertThat(run.err()).hasLineCount(1).startsWith("messina: ").contains(sentence);
  }

  @Test
  void a_template_has_versions_and_a_preview_that_names_what_is_missing() throws Exception {
    define();
    String first =
        file(
            "shipped.json",
            "{\"channel\":\"sms\",\"language\":\"en\",\"languages\":{\"en\":{\"text\":"
                + "\"Order {{order}}\"}}}");
    server.said("templates", "put", "shop", "shipped", first);
    server.said("templates", "put", "shop", "shipped", first);
    String second =
        file(
            "shipped2.json",
            "{\"channel\":\"sms\",\"language\":\"en\",\"languages\":{\"en\":{\"text\":"
                + "\"Your order {{order}}\"}}}");
    assertThat(server.said("templates", "put", "shop", "shipped", second))
        .containsPattern("version +2\\R");
    String parameters = file("ada.json", "{\"order\":17}");
    assertThat(server.said("templates", "preview", "shop", "shipped", "--parameters", parameters))
        .contains("Your order 17");
    check(1, "order", "templates preview shop shipped");
    assertThat(server.said("templates get shop shipped --version 1 --json"))
        .contains("Order {{order}}");
    assertThat(server.said("templates versions shop shipped")).hasLineCount(3);
    assertThat(server.said("templates list shop")).contains("shipped");
    server.said("templates delete shop shipped");
    check(3, "shipped", "templates get shop shipped");
  }

  @Test
  void a_message_is_sent_found_counted_and_on_the_bill() throws Exception {
    define();
    String line =
        "{\"account\":\"shop\",\"channel\":\"sms\",\"to\":\"+390612345678\",\"campaign\":\"spring\",\"content\":{\"text\":\"hello\"},\"key\":\"order-17\"}\n";
    server.said("messages", "send", file("order.ndjson", line));
    String id = awaitId("messages list --account shop --campaign spring --json");
    assertThat(server.awaitSaid(said -> said.contains("sent"), "messages", "get", id))
        .contains("accepted")
        .contains("trial");
    assertThat(server.said("messages list --account shop --to +390612345678 --state sent"))
        .contains(id);
    assertThat(server.said("messages list --account shop --to +390612345678 --state failed"))
        .isEqualTo("There are no messages.");
    assertThat(
            server.awaitSaid(
                said -> said.contains("\"sent\" : 1"), "messages campaign shop spring --json"))
        .contains("\"campaign\" : \"spring\"");
    assertThat(server.awaitSaid(said -> said.contains("trial"), "messages usage --csv"))
        .startsWith("account,channel,connector,country,day,messages,parts,")
        .containsPattern("shop,sms,trial,IT,20\\d\\d-\\d\\d-\\d\\d,1,1,");
    check(1, "", "messages", "cancel", id);
    check(1, "", "messages", "resolve", id, "--as", "sent");
    assertThat(
            server.said(
                "messages resolve --connector trial --reason timeout --from 2026-01-01T00:00:00Z"
                    + " --as refused --json"))
        .contains("\"resolved\" : 0");
    check(2, "", "messages resolve --as sent");
    assertThat(server.said("messages uncertain trial"))
        .isEqualTo("There are no uncertain messages.");
    check(3, "", "messages get 0000");
    check(2, "--campaign", "messages list --account shop");
  }

  @Test
  void a_message_that_waits_for_its_time_is_taken_back() throws Exception {
    define();
    String line =
        "{\"account\":\"shop\",\"channel\":\"sms\",\"to\":\"+390612345678\",\"campaign\":\"late\","
            + "\"content\":{\"text\":\"hello\"},\"send_at\":\"%s\"}\n"
                .formatted(Instant.now().plusSeconds(86_400));
    server.said("messages", "send", file("late.ndjson", line));
    String id = awaitId("messages list --account shop --campaign late --json");
    assertThat(server.said("messages", "cancel", id)).contains("cancelled");
    assertThat(server.awaitSaid(said -> said.contains("cancelled"), "messages", "get", id))
        .contains("accepted");
  }

  @Test
  void a_suppressed_recipient_gets_nothing_until_it_is_deleted_from_the_list() throws Exception {
    define();
    server.said("messages suppressions add shop sms +390612345678");
    assertThat(server.said("messages suppressions list shop --channel sms"))
        .contains("+390612345678")
        .contains("added");
    server.said("messages suppressions delete shop sms +390612345678");
    assertThat(server.said("messages suppressions list shop"))
        .isEqualTo("There are no suppressions.");
  }

  /** What was accepted can be searched for a moment later. */
  private String awaitId(String search) {
    Matcher matcher = ID.matcher(server.awaitSaid(said -> ID.matcher(said).find(), search));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }
}
