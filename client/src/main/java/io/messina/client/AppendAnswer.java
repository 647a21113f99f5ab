package io.messina.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The answer to an append.
 *
 * @param accepted how many events are there
 * @param duplicates how many of them had been there
 * @param unchecked how many of those are only taken to be there
 * @param ids of those not refused, in their order
 * @param refused by the line's number from 0: why
 */
record AppendAnswer(
    int accepted,
    int duplicates,
    int unchecked,
    List<Optional<String>> ids,
    Map<Integer, String> refused) {

  static AppendAnswer read(JsonReader json) {
    int[] counts = new int[3];
    List<Optional<String>> ids = new ArrayList<>();
    Map<Integer, String> refused = new LinkedHashMap<>();
    json.object(
        name -> {
          switch (name) {
            case "accepted" -> counts[0] = json.number();
            case "duplicates" -> counts[1] = json.number();
            case "unchecked" -> counts[2] = json.number();
            case "ids" -> json.array(() -> ids.add(id(json)));
            case "refused" -> json.array(() -> refused(Values.of(json), refused));
            default -> {}
          }
        });
    return new AppendAnswer(counts[0], counts[1], counts[2], List.copyOf(ids), refused);
  }

  private static Optional<String> id(JsonReader json) {
    return json.isNull() ? Optional.empty() : Optional.of(json.text());
  }

  private static void refused(Values line, Map<Integer, String> refused) {
    refused.put(line.integer("line", -1), line.find("detail").orElse(""));
  }

  Appended appended() {
    return new Appended(accepted, duplicates, unchecked, ids(EventId::new));
  }

  Delayed delayed() {
    return new Delayed(accepted, duplicates, ids(ScheduleId::new));
  }

  private <T> List<Optional<T>> ids(Function<String, T> type) {
    return ids.stream().map(id -> id.map(type)).toList();
  }
}
