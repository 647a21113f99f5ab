package io.messina.client.stream;

import io.messina.api.Appended;
import io.messina.api.EventId;
import io.messina.api.EventProgress;
import io.messina.api.GroupName;
import io.messina.api.RefusedLine;
import io.messina.client.internal.JsonReader;
import io.messina.client.internal.event.EventAnswer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers about the events of a stream, read from JSON. */
final class StreamAnswers {

  private StreamAnswers() {}

  static ReadEvents read(JsonReader json) {
    return EventAnswer.page(
        json,
        (events, next, run, gaps, generation) -> new ReadEvents(events, next, gaps, generation));
  }

  /** Read as it comes: an answer to many events is long. */
  static Appended appended(JsonReader json) {
    AppendedFields fields = new AppendedFields(json);
    json.object(fields::accept);
    return new Appended(
        fields.accepted,
        fields.duplicates,
        fields.unchecked,
        Collections.unmodifiableList(fields.ids),
        List.copyOf(fields.refused));
  }

  /** The fields of the answer to an append, gathered until all are read. */
  private static final class AppendedFields {

    private final JsonReader json;
    private final List<Optional<EventId>> ids = new ArrayList<>();
    private final List<RefusedLine> refused = new ArrayList<>();
    private int accepted;
    private int duplicates;
    private int unchecked;

    AppendedFields(JsonReader json) {
      this.json = json;
    }

    void accept(String name) {
      switch (name) {
        case "accepted" -> accepted = json.number();
        case "duplicates" -> duplicates = json.number();
        case "unchecked" -> unchecked = json.number();
        case "ids" -> json.array(() -> ids.add(json.textIfAny().map(EventId::new)));
        case "refused" -> refused.addAll(json.records(RefusedLine.class));
        default -> {}
      }
    }
  }

  static EventReport report(JsonReader json) {
    EventAnswer fields = new EventAnswer(json);
    Map<GroupName, EventProgress> groups = new LinkedHashMap<>();
    fields.read(
        name -> {
          if (name.equals("groups")) {
            json.object(
                group -> groups.put(new GroupName(group), json.record(EventProgress.class)));
          } else {
            fields.accept(name);
          }
        });
    return new EventReport(fields.event(), Map.copyOf(groups));
  }
}
