package io.messina.messaging;

import io.messina.api.Times;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageDetails;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageParts;
import io.messina.api.message.MessageRecipient;
import io.messina.store.Bytes;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Messages and their events as {@link Wire} reads and writes them, field by field, which takes a
 * third of its time. What is not as {@code Wire} writes it, or is rare, is left to {@code Wire}.
 */
final class MessageJson {

  private static final JsonFactory JSON = new JsonFactory();

  /** The end of a message for which nothing was chosen yet. */
  private static final byte[] FIRST = ",\"hop\":0,\"tried\":[]}".getBytes(StandardCharsets.UTF_8);

  private static final Set<String> CONTENT = Set.of("subject", "text", "html");
  private static final int EVENT_CHARS = 400; // of most events
  private static final Map<String, MessageEventKind> KINDS = byText(MessageEventKind.values());
  private static final Map<String, Channel> CHANNELS = byText(Channel.values());

  /** The last of each: many messages in a row have the same. */
  private static volatile AccountName account = new AccountName("none");

  private static volatile Written written = new Written(Instant.EPOCH, Times.format(Instant.EPOCH));

  private MessageJson() {}

  private record Written(Instant time, String text) {}

  private static <T> Map<String, T> byText(T[] values) {
    return Arrays.stream(values).collect(Collectors.toMap(Object::toString, Function.identity()));
  }

  static Message message(byte[] json) {
    return read(json, Fields::message).orElseGet(() -> Wire.read(json, Message.class));
  }

  static MessageEvent event(byte[] json) {
    return read(json, Fields::event).orElseGet(() -> Wire.read(json, MessageEvent.class));
  }

  /** Returns empty if the other reader has to read it, or to say what is wrong. */
  private static <T> Optional<T> read(byte[] json, Function<Fields, T> made) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      Fields fields = new Fields(parser);
      return fields.read() ? Optional.of(made.apply(fields)) : Optional.empty();
    } catch (JacksonException | NoSuchElementException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Writes an event. */
  static String write(MessageEvent event) {
    StringWriter target = new StringWriter(EVENT_CHARS);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), target)) {
      json.writeStartObject();
      json.writeStringProperty("message", event.message());
      write(json, event.recipient());
      json.writeStringProperty("kind", event.kind().toString());
      json.writeNumberProperty("hop", event.hop());
      json.writeStringProperty("at", text(event.at()));
      write(json, event.parts());
      write(json, event.details());
      json.writeEndObject();
    }
    return target.toString();
  }

  /**
   * Writes a message for a connector.
   *
   * @param before its JSON before the choice, of which the end differs
   * @return UTF-8
   */
  static Bytes chosen(Message leaving, byte[] before) {
    int kept = before.length - FIRST.length;
    if (leaving.routing().hop() != 1
        || !leaving.routing().tried().isEmpty()
        || kept < 0
        || !Arrays.equals(before, kept, before.length, FIRST, 0, FIRST.length)) {
      return Bytes.utf8(Wire.write(leaving));
    }
    byte[] end =
        ",\"hop\":1,\"tried\":[],\"generation\":%d}"
            .formatted(leaving.routing().generation().orElseThrow())
            .getBytes(StandardCharsets.UTF_8);
    byte[] json = Arrays.copyOf(before, kept + end.length);
    System.arraycopy(end, 0, json, kept, end.length);
    return Bytes.wrap(json);
  }

  private static void write(JsonGenerator json, MessageRecipient recipient) {
    json.writeStringProperty("account", recipient.account().value());
    json.writeStringProperty("channel", recipient.channel().toString());
    json.writeStringProperty("to", recipient.to());
    write(json, "campaign", recipient.campaign());
    write(json, "country", recipient.country());
  }

  private static void write(JsonGenerator json, MessageParts parts) {
    if (!parts.providerIds().isEmpty()) {
      json.writeArrayPropertyStart("provider_ids");
      parts.providerIds().forEach(json::writeString);
      json.writeEndArray();
    }
    parts.parts().ifPresent(count -> json.writeNumberProperty("parts", count));
    parts.part().ifPresent(number -> json.writeNumberProperty("part", number));
  }

  private static void write(JsonGenerator json, MessageDetails details) {
    write(json, "connector", details.connector());
    write(json, "code", details.code());
    write(json, "reason", details.reason());
    write(json, "departure", details.departure().map(MessageJson::text));
    write(json, "schedule", details.schedule());
  }

  private static void write(JsonGenerator json, String name, Optional<String> text) {
    text.ifPresent(value -> json.writeStringProperty(name, value));
  }

  private static String text(Instant time) {
    Written last = written;
    if (!last.time.equals(time)) {
      last = new Written(time, Times.format(time));
      written = last;
    }
    return last.text;
  }

  private static AccountName account(String name) {
    AccountName last = account;
    if (!last.value().equals(name)) {
      last = new AccountName(name);
      account = last;
    }
    return last;
  }

  /** The fields of a message or an event, in any order. */
  private static final class Fields {

    private final JsonParser json;
    private boolean isUsual = true;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private Optional<MessageContent> content = Optional.empty();
    private Optional<Map<String, String>> metadata = Optional.empty();
    private Optional<List<String>> tried = Optional.empty();
    private List<String> providerIds = List.of();

    Fields(JsonParser json) {
      this.json = json;
    }

    /** Reads an object. Returns false if it has what this does not read. */
    boolean read() {
      isUsual = json.nextToken() == JsonToken.START_OBJECT;
      for (String name = next(); name != null; name = next()) {
        JsonToken token = json.nextToken();
        switch (name) {
          case "hop", "generation", "parts", "part" -> numbers.put(name, number(token));
          case "content" -> content = Optional.of(content(token));
          case "metadata" -> metadata = Optional.of(object(token));
          case "tried" -> tried = Optional.of(list(token));
          case "provider_ids" -> providerIds = list(token);
          default -> texts.put(name, text(token));
        }
      }
      return isUsual && json.nextToken() == null;
    }

    private @Nullable String next() {
      return isUsual ? json.nextName() : null;
    }

    private String text(JsonToken token) {
      isUsual &= token == JsonToken.VALUE_STRING;
      return isUsual ? json.getString() : "";
    }

    private int number(JsonToken token) {
      isUsual &= token == JsonToken.VALUE_NUMBER_INT;
      return isUsual ? json.getIntValue() : 0;
    }

    private List<String> list(JsonToken token) {
      isUsual &= token == JsonToken.START_ARRAY;
      List<String> found = new ArrayList<>();
      for (JsonToken each = next(isUsual); each != JsonToken.END_ARRAY; each = next(isUsual)) {
        found.add(text(each));
      }
      return found;
    }

    private JsonToken next(boolean more) {
      return more ? json.nextToken() : JsonToken.END_ARRAY;
    }

    private Map<String, String> object(JsonToken token) {
      isUsual &= token == JsonToken.START_OBJECT;
      Map<String, String> found = new LinkedHashMap<>();
      for (String name = next(); name != null; name = next()) {
        found.put(name, text(json.nextToken()));
      }
      return found;
    }

    /** Data, which is any JSON, is left to the other reader. */
    private MessageContent content(JsonToken token) {
      Map<String, String> found = object(token);
      isUsual &= CONTENT.containsAll(found.keySet());
      return new MessageContent(
          Optional.ofNullable(found.get("subject")),
          Optional.ofNullable(found.get("text")),
          Optional.ofNullable(found.get("html")),
          Optional.empty());
    }

    Message message() {
      return new Message(
          known("id"),
          recipient(),
          find("from"),
          content.orElseThrow(),
          find("expires_at").map(Times::parse),
          metadata.orElseThrow(),
          new RoutingState(
              number("hop"), tried.orElseThrow(), Optional.ofNullable(numbers.get("generation"))));
    }

    MessageEvent event() {
      return new MessageEvent(
          known("message"),
          recipient(),
          Optional.ofNullable(KINDS.get(known("kind"))).orElseThrow(),
          number("hop"),
          Times.parse(known("at")),
          new MessageParts(
              providerIds,
              Optional.ofNullable(numbers.get("parts")),
              Optional.ofNullable(numbers.get("part"))),
          new MessageDetails(
              find("connector"),
              find("code"),
              find("reason"),
              find("departure").map(Times::parse),
              find("schedule")));
    }

    private MessageRecipient recipient() {
      return new MessageRecipient(
          account(known("account")),
          Optional.ofNullable(CHANNELS.get(known("channel"))).orElseThrow(),
          known("to"),
          find("campaign"),
          find("country"));
    }

    private Optional<String> find(String name) {
      return Optional.ofNullable(texts.get(name));
    }

    private int number(String name) {
      return Optional.ofNullable(numbers.get(name)).orElseThrow();
    }

    private String known(String name) {
      return find(name).orElseThrow();
    }
  }
}
