package io.messina.server.ingest;

import io.messina.api.TraceHeaders;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An event while it is read: its own fields win over the headers of its request. */
final class EventDraft {

  private final Map<String, String> headers = new LinkedHashMap<>();
  private @Nullable Bytes key;
  private @Nullable Instant time;
  private @Nullable Instant notBefore;
  private @Nullable String contentType;

  void keyIfAbsent(Bytes key) {
    if (this.key == null) {
      this.key = key;
    }
  }

  void timeIfAbsent(Instant time) {
    if (this.time == null) {
      this.time = time;
    }
  }

  void notBefore(Instant notBefore) {
    this.notBefore = notBefore;
  }

  void contentType(String contentType) {
    this.contentType = contentType;
  }

  Optional<String> contentType() {
    return Optional.ofNullable(contentType);
  }

  boolean hasKey() {
    return key != null;
  }

  boolean hasTime() {
    return time != null;
  }

  void header(String name, String value) {
    headers.put(name, value);
  }

  IngestedEvent finish(Bytes payload, int line, IngestHeaders request, String type) {
    return finish(payload, line, "#" + line, request, type);
  }

  /** An event with the key and the time that are known now. */
  Event complete(Event event) {
    try {
      return new Event(
          Optional.ofNullable(key),
          Optional.ofNullable(time),
          event.idempotencyKey(),
          event.sourceBatch(),
          event.headers(),
          event.contentType(),
          event.payload());
    } catch (IllegalArgumentException e) {
      throw new Refusal(String.valueOf(e.getMessage()));
    }
  }

  /** An event that is its whole request. */
  IngestedEvent finishAlone(Bytes payload, IngestHeaders request, String type) {
    return finish(payload, 0, "", request, type);
  }

  private IngestedEvent finish(
      Bytes payload, int line, String keySuffix, IngestHeaders request, String type) {
    IngestRules.tooLarge(payload.length())
        .ifPresent(
            sentence -> {
              throw Refusal.tooLarge(sentence);
            });
    EventBuilder event = Event.builder(payload).contentType(type);
    Optional.ofNullable(key).or(request::key).ifPresent(event::key);
    Optional.ofNullable(time).or(request::time).ifPresent(event::time);
    request.idempotencyKey().ifPresent(name -> event.idempotencyKey(name + keySuffix));
    request.sourceBatch().ifPresent(event::sourceBatch);
    request
        .headers()
        .forEach(
            (name, value) -> {
              if (!belongsToOtherTrace(name)) {
                event.header(name, value);
              }
            });
    headers.forEach(event::header);
    try {
      return new IngestedEvent(
          line, event.build(), Optional.ofNullable(notBefore).or(request::notBefore));
    } catch (IllegalArgumentException e) {
      throw new Refusal(String.valueOf(e.getMessage()));
    }
  }

  private boolean belongsToOtherTrace(String name) {
    return name.equals(TraceHeaders.STATE) && headers.containsKey(TraceHeaders.PARENT);
  }
}
