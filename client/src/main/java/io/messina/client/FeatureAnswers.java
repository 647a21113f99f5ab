package io.messina.client;

import io.messina.api.Durations;
import io.messina.api.StreamName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Features, feeds, items and values in answers, read from JSON. */
final class FeatureAnswers {

  private static final String RETRYABLE = "retryable";

  private FeatureAnswers() {}

  static FeatureDefinition feature(JsonReader json) {
    Values values = Values.of(json);
    return new FeatureDefinition(
        values.text("entity_type"),
        values.text("name"),
        FeatureKind.parse(values.text("type")),
        ValueType.parse(values.text("value_type")),
        Durations.parseIfEnding(values.text("ttl")),
        values.flag("unique"),
        values.text("latest"),
        values.texts("versions"));
  }

  static FeedDefinition feed(JsonReader json) {
    return feed(Values.of(json));
  }

  private static FeedDefinition feed(Values values) {
    Optional<String> scalar = values.find("scalar");
    return new FeedDefinition(
        values.text("name"),
        values.integer("generation", 1),
        new StreamName(values.text("stream")),
        values.text("entity_type"),
        scalar.isPresent() ? FeatureKind.SCALAR : FeatureKind.LIST,
        scalar.or(() -> values.find("list")).orElseGet(() -> values.text("feature")),
        values.text("version"),
        values.text("entity"),
        values.text("value"),
        values.find("time"));
  }

  static FeedStatus feedStatus(JsonReader json) {
    Values values = Values.of(json);
    return new FeedStatus(
        feed(values),
        values.flag("running"),
        values.find("trouble"),
        values.numberIfAny("lag"),
        values.find("oldest_unfed").map(Instant::parse),
        values.number("fed", 0),
        values.number("expired", 0),
        values.number("skipped", 0),
        values.number("passed", 0),
        values.find("last_skip"));
  }

  static ItemPage page(JsonReader json) {
    Page page = new Page();
    page.read(json);
    return page.page();
  }

  static List<ListAnswer> lists(JsonReader json) {
    return json.list("lists", FeatureAnswers::list);
  }

  private static ListAnswer list(JsonReader json) {
    Page page = new Page();
    page.read(json);
    Values others = page.others;
    String entity = others.text("entity");
    return others.text("status").equals("ok")
        ? new ListAnswer.Found(entity, page.page())
        : new ListAnswer.Failed(entity, detail(others), others.flag(RETRYABLE));
  }

  private static String detail(Values failure) {
    return failure.find("detail").orElse("");
  }

  static List<EntityValues> entities(JsonReader json) {
    return json.list("entities", FeatureAnswers::entity);
  }

  private static EntityValues entity(JsonReader json) {
    Values own = new Values();
    Map<String, ValueAnswer> answers = new LinkedHashMap<>();
    json.object(
        name -> {
          if (name.equals("features")) {
            json.object(feature -> answers.put(feature, value(ValueFields.of(json))));
          } else {
            own.take(name, json);
          }
        });
    return new EntityValues(own.text("entity"), Collections.unmodifiableMap(answers));
  }

  private static ValueAnswer value(ValueFields fields) {
    return switch (fields.others().text("status")) {
      case "present" -> new ValueAnswer.Present(fields.value(), fields.others().time("time"));
      case "missing" -> new ValueAnswer.Missing();
      case "expired" -> new ValueAnswer.Expired(fields.others().time("time"));
      default -> new ValueAnswer.Failed(detail(fields.others()), fields.others().flag(RETRYABLE));
    };
  }

  static ItemLine line(JsonReader json) {
    ValueFields fields = ValueFields.of(json);
    return new ItemLine(fields.others().text("entity"), fields.item());
  }

  /** The fields of an item, written. */
  static void fields(JsonGenerator json, ListItem item) {
    value(json, item.value());
    json.writeStringProperty("time", item.time().toString());
  }

  /** A value as a field, written. */
  static void value(JsonGenerator json, FeatureValue value) {
    json.writeName("value");
    json.writeRawValue(value.json());
  }

  /** Items among other fields. */
  private static final class Page {

    private final Values others = new Values();
    private final List<ListItem> items = new ArrayList<>();

    void read(JsonReader json) {
      json.object(
          name -> {
            if (name.equals("items")) {
              json.array(() -> items.add(ValueFields.of(json).item()));
            } else {
              others.take(name, json);
            }
          });
    }

    ItemPage page() {
      return new ItemPage(List.copyOf(items), others.find("next"));
    }
  }
}
