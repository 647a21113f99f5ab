package io.messina.client.stream;

import io.messina.api.EventProgress;
import io.messina.api.GroupName;
import io.messina.client.internal.JsonReader;
import io.messina.client.internal.event.EventAnswer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Answers about the events of a stream, read from JSON. */
final class StreamAnswers {

  private StreamAnswers() {}

  static ReadEvents read(JsonReader json) {
    return EventAnswer.page(
        json,
        (events, next, run, gaps, generation) -> new ReadEvents(events, next, gaps, generation));
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
