package io.messina.client.internal.event;

import io.messina.api.EventId;
import io.messina.api.Position;
import io.messina.client.event.Event;
import io.messina.client.event.EventKey;
import io.messina.client.event.Payload;
import io.messina.client.internal.JsonReader;
import io.messina.client.internal.KnownJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The fields of an event in an answer, gathered until all are read. */
public final class EventAnswer {

  private final JsonReader json;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private @Nullable String id;
  private int shard;
  private @Nullable Position position;
  private byte @Nullable [] key;
  private @Nullable Instant time;
  private @Nullable Instant appendTime;
  private @Nullable String contentType;
  private byte @Nullable [] payload;
  private boolean isJson;

  public EventAnswer(JsonReader json) {
    this.json = json;
  }

  public static Event event(JsonReader json) {
    EventAnswer fields = new EventAnswer(json);
    fields.read(fields::accept);
    return fields.event();
  }

  /** Reads an object of which some fields may be of others; a null is a payload, or nothing. */
  public void read(Consumer<String> field) {
    json.object(field, this::nullField);
  }

  private void nullField(String name) {
    if (name.equals("payload")) {
      payload(json.raw(), true);
    }
  }

  /** Reads the field if it is one of an event's own, else leaves it. */
  public void accept(String name) {
    switch (name) {
      case "id" -> id = json.text();
      case "shard" -> shard = json.number();
      case "position" -> position = Position.parse(json.text());
      case "key" -> key = json.text().getBytes(StandardCharsets.UTF_8);
      case "key_base64" -> key = json.base64();
      case "time" -> time = json.time();
      case "append_time" -> appendTime = json.time();
      case "headers" -> json.object(header -> headers.put(header, json.text()));
      case "content_type" -> contentType = json.text();
      case "payload" -> payload(json.raw(), true);
      case "payload_base64" -> payload(json.base64(), false);
      default -> {}
    }
  }

  private void payload(byte[] bytes, boolean embedded) {
    payload = bytes;
    isJson = embedded;
  }

  public Event event() {
    Instant appended = JsonReader.required("append_time", appendTime);
    return new Event(
        new EventId(JsonReader.required("id", id)),
        shard,
        JsonReader.required("position", position),
        Optional.ofNullable(key).map(EventKey::of),
        Objects.requireNonNullElse(time, appended),
        appended,
        Collections.unmodifiableMap(headers),
        payload());
  }

  private Payload payload() {
    byte[] bytes = JsonReader.required("payload", payload);
    return isJson
        ? Payload.of(Objects.requireNonNullElse(contentType, Payload.JSON), new KnownJson(bytes))
        : Payload.bytes(bytes, Objects.requireNonNullElse(contentType, Payload.OCTETS));
  }

  /** Makes a page of its events, the position behind them, and the run of the group. */
  public interface Page<T> {
    T of(
        List<Event> events,
        Position place,
        Optional<Integer> run,
        List<Position> gaps,
        int generation);
  }

  public static <T> T page(JsonReader json, Page<T> page) {
    PageFields fields = new PageFields(json);
    json.object(fields::accept);
    return page.of(
        List.copyOf(fields.events),
        JsonReader.required("next", fields.next),
        fields.run,
        List.copyOf(fields.gaps),
        fields.generation);
  }

  /** The fields of a page of events, gathered until all are read. */
  private static final class PageFields {

    private final JsonReader json;
    private final List<Event> events = new ArrayList<>();
    private final List<Position> gaps = new ArrayList<>();
    private @Nullable Position next;
    private Optional<Integer> run = Optional.empty();
    private int generation;

    PageFields(JsonReader json) {
      this.json = json;
    }

    void accept(String name) {
      switch (name) {
        case "events" -> json.array(() -> events.add(event(json)));
        case "next" -> next = Position.parse(json.text());
        case "run" -> run = Optional.of(json.number());
        case "generation" -> generation = json.number();
        case "gaps" -> json.array(() -> gaps.add(Position.parse(json.text())));
        default -> {}
      }
    }
  }
}
