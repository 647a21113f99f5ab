package io.messina.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.FieldCondition;
import io.messina.api.enrichment.StateField;
import io.messina.api.enrichment.StateOptions;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeedOptions;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageQuery;
import io.messina.api.message.NewMessage;
import io.messina.api.message.TemplateUse;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.account.QuietHours;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.ReceiptOptions;
import io.messina.api.message.connector.ReceiptSignature;
import io.messina.api.message.connector.RouteOptions;
import io.messina.api.message.connector.WarmUp;
import io.messina.api.message.protocol.DkimOptions;
import io.messina.api.message.protocol.HttpKey;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.api.message.protocol.SandboxOptions;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.api.message.protocol.SmtpIdempotency;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.api.message.protocol.WebhookOptions;
import io.messina.api.message.report.ReplayOptions;
import io.messina.api.message.template.TemplateOptions;
import io.messina.api.sink.SinkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is written elsewhere by hand has the fields, bounds and defaults of the records. */
class VocabularyTest {

  private static final String REQUIRED = "required";

  private static List<String> names(Class<? extends Record> record) {
    return RecordField.of(record).stream().map(RecordField::name).toList();
  }

  /** The rows of a table in docs/http-api.md. */
  private static List<String> rows(String prefix, Class<?> record, Map<?, ?> defaults) {
    List<String> rows = new ArrayList<>();
    for (RecordField field : RecordField.of(record)) {
      String name = prefix + field.name();
      if (defaults.get(field.name()) instanceof Map<?, ?> inner) {
        rows.addAll(rows(name + ".", field.type(), inner));
      } else {
        rows.add(
            String.join(
                " | ",
                "| `" + name + "`",
                field.description(),
                code(defaults.get(field.name())),
                code(field.min()),
                code(field.max()) + " |"));
      }
    }
    return rows;
  }

  /** Likewise, of a record without defaults of its own. */
  private static String rows(Class<? extends Record> record) {
    Map<String, @Nullable Object> defaults = new HashMap<>();
    for (RecordField field : RecordField.of(record)) {
      String otherwise = field.otherwise().equals(Field.REQUIRED) ? "" : field.otherwise();
      defaults.put(field.name(), field.isRequired() ? REQUIRED : otherwise);
    }
    return String.join("\n", rows("", record, defaults));
  }

  private static String code(@Nullable Object value) {
    if (REQUIRED.equals(value)) {
      return REQUIRED;
    }
    return value == null || value.equals("") ? "" : "`" + value + "`";
  }

  @Test
  void the_documentation_has_every_field_with_its_bounds_and_its_default() throws IOException {
    String page = Files.readString(Path.of("../docs/http-api.md"));
    assertThat(page)
        .contains(
            String.join("\n", rows("", StreamOptions.class, Wire.fields(StreamOptions.DEFAULT))));
    assertThat(page)
        .contains(String.join("\n", rows("", NewGroup.class, Wire.fields(NewGroup.DEFAULT))));
    assertThat(page)
        .contains(rows(Redrive.class), rows(FeatureOptions.class), rows(FeedOptions.class));
    assertThat(page).contains(rows(StateOptions.class), rows(StateField.class));
    assertThat(page).contains(rows(AggregateOptions.class), rows(FieldCondition.class));
    assertThat(page).contains(rows(AccountOptions.class), rows(QuietHours.class));
    assertThat(page).contains(rows(ConnectorOptions.class), rows(RouteOptions.class));
    assertThat(page).contains(rows(PaceOptions.class), rows(WarmUp.class));
    assertThat(page).contains(rows(MessageQuery.class), rows(NewMessage.class));
    assertThat(page).contains(rows(MessageContent.class), rows(TemplateUse.class));
    assertThat(page).contains(rows(TemplateOptions.class), rows(ReplayOptions.class));
    assertThat(page).contains(rows(Backoff.class));
  }

  @Test
  void the_documentation_has_every_field_of_connectors() throws IOException {
    assertThat(Files.readString(Path.of("../docs/connectors.md")))
        .contains(rows(HttpOptions.class), rows(HttpKey.class), rows(SandboxOptions.class))
        .contains(rows(SmtpOptions.class), rows(DkimOptions.class), rows(SmtpIdempotency.class))
        .contains(rows(SmppOptions.class), rows(WebhookOptions.class))
        .contains(rows(ReceiptOptions.class), rows(ReceiptSignature.class));
  }

  @Test
  void the_documentation_has_every_field_of_sinks() throws IOException {
    assertThat(Files.readString(Path.of("../docs/sinks.md"))).contains(rows(SinkOptions.class));
  }

  @Test
  void the_python_client_has_every_field() throws IOException {
    String python = Files.readString(Path.of("../clients/python/messina/_options.py"));
    assertThat(options(python, "StreamOptions"))
        .containsExactlyInAnyOrderElementsOf(names(StreamOptions.class));
    assertThat(options(python, "GroupOptions"))
        .containsExactlyInAnyOrderElementsOf(names(GroupOptions.class));
    assertThat(options(python, "StateField"))
        .containsExactlyInAnyOrderElementsOf(names(StateField.class));
    assertThat(options(python, "SinkOptions"))
        .containsExactlyInAnyOrderElementsOf(names(SinkOptions.class));
    assertThat(options(python, "AggregateOptions"))
        .containsExactlyInAnyOrderElementsOf(names(AggregateOptions.class));
    List<String> ofNewGroup = new ArrayList<>(options(python, "GroupOptions"));
    ofNewGroup.addAll(options(python, "NewGroup"));
    assertThat(ofNewGroup).containsExactlyInAnyOrderElementsOf(names(NewGroup.class));
  }

  @Test
  void the_python_client_has_every_field_of_messages() throws IOException {
    String python = Files.readString(Path.of("../clients/python/messina/_message_types.py"));
    for (Class<? extends Record> record :
        List.of(
            AccountOptions.class,
            ConnectorOptions.class,
            RouteOptions.class,
            TemplateOptions.class,
            TemplateUse.class,
            MessageContent.class)) {
      assertThat(options(python, record.getSimpleName()))
          .containsExactlyInAnyOrderElementsOf(names(record));
    }
    List<String> ofNewMessage = new ArrayList<>(options(python, "NewMessage"));
    ofNewMessage.add("from"); // a word of Python
    assertThat(ofNewMessage).containsExactlyInAnyOrderElementsOf(names(NewMessage.class));
  }

  @Test
  void the_python_client_and_the_documentation_have_the_bounds_of_a_claim() throws IOException {
    String python = Files.readString(Path.of("../clients/python/messina/_groups.py"));
    assertThat(first("CLAIM_MAX = ([0-9_]+)", python).replace("_", ""))
        .isEqualTo(Integer.toString(ClaimOptions.LIMIT_MAX));
    String wire = Files.readString(Path.of("../clients/python/messina/_wire.py"));
    assertThat(Durations.parse(first("WAIT_LONGEST_SECONDS = ([0-9]+)", wire) + "s"))
        .isEqualTo(ClaimOptions.WAIT_MAX);
    String page = Files.readString(Path.of("../docs/http-api.md"));
    assertThat(first("(?s)### Claims\n(.*?)\n### ", page))
        .contains("`" + RecordField.named(ClaimOptions.class, "wait").max() + "`")
        .contains(" " + ClaimOptions.LIMIT_DEFAULT + " by default")
        .contains(Integer.toString(ClaimOptions.BYTES_MAX));
  }

  private static List<String> options(String python, String name) {
    return found(
        "(?m)^    (\\w+): ", first("(?s)\nclass " + name + "\\(.*?\"\"\"\n(.*?)\n\n\n", python));
  }

  private static String first(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(it -> it.group(1)).toList();
  }
}
