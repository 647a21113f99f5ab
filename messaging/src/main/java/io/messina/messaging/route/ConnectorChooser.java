package io.messina.messaging.route;

import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.account.Suppression;
import io.messina.messaging.Message;
import io.messina.messaging.recipient.SuppressionTable;
import io.messina.messaging.route.Candidates.Candidate;
import io.messina.runtime.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses by the best matching route: by weight among its healthy connectors that have not refused
 * the message, then by its fallback. An unhealthy connector is chosen only if no other one is left.
 *
 * @param context of the process; its store has the suppressions
 */
record ConnectorChooser(Context context, Candidates ways) implements Chooser {

  @Override
  public List<Choice> choose(List<Message> messages, Instant now) {
    Map<MessageRecipient, Suppression> suppressed =
        SuppressionTable.of(context, messages.stream().map(Message::recipient).toList());
    return messages.stream()
        .map(
            message ->
                Optional.ofNullable(suppressed.get(message.recipient()))
                    .map(
                        found ->
                            Choice.none(
                                MessageEventKind.SUPPRESSED, SuppressionTable.sentence(found)))
                    .orElseGet(() -> route(message, now)))
        .toList();
  }

  private Choice route(Message message, Instant now) {
    Map<String, Candidate> there = ways.connectors();
    List<Map<String, Integer>> stages = stages(message, there);
    if (stages.stream().allMatch(Map::isEmpty)) {
      ways.refresh(now);
      there = ways.connectors();
      stages = stages(message, there);
    }
    return choose(message, now, stages, there);
  }

  private static Choice choose(
      Message message,
      Instant now,
      List<Map<String, Integer>> stages,
      Map<String, Candidate> there) {
    for (boolean well : new boolean[] {true, false}) {
      for (Map<String, Integer> stage : stages) {
        Map<String, Integer> some = new LinkedHashMap<>(stage);
        some.keySet().removeIf(name -> well && !candidate(there, name).breaker().isClosed());
        if (!some.isEmpty()) {
          String name = byWeight(message, some);
          Candidate chosen = candidate(there, name);
          chosen.breaker().chosen();
          return Choice.of(name, chosen.generation(), chosen.pacing().departure(message, now));
        }
      }
    }
    return Choice.none(
        MessageEventKind.FAILED,
        message.routing().tried().isEmpty()
            ? "no connector is there for it"
            : "no connector is left after " + String.join(", ", message.routing().tried()));
  }

  /**
   * The running connectors of the best route that may take the message, in stages: by weight, then
   * each fallback.
   */
  private List<Map<String, Integer>> stages(Message message, Map<String, Candidate> there) {
    List<Map<String, Integer>> stages = new ArrayList<>();
    RouteMatch.best(ways.routes(), message.recipient())
        .ifPresent(
            found -> {
              stages.add(new LinkedHashMap<>(found.weights()));
              found.fallback().forEach(name -> stages.add(new LinkedHashMap<>(Map.of(name, 1))));
            });
    stages.forEach(stage -> stage.keySet().removeIf(name -> !mayTake(message, name, there)));
    return stages;
  }

  private static boolean mayTake(Message message, String name, Map<String, Candidate> there) {
    return !message.routing().tried().contains(name)
        && Optional.ofNullable(there.get(name))
            .filter(it -> it.account().map(message.recipient().account()::equals).orElse(true))
            .isPresent();
  }

  private static Candidate candidate(Map<String, Candidate> there, String name) {
    return Optional.ofNullable(there.get(name)).orElseThrow();
  }

  /**
   * Returns the same connector for a message each time, as long as the set of connectors is the
   * same.
   */
  private static String byWeight(Message message, Map<String, Integer> weights) {
    int sum = weights.values().stream().mapToInt(Integer::intValue).sum();
    int point = Math.floorMod(message.id().hashCode() * 0x9E3779B9, sum);
    for (Map.Entry<String, Integer> each : weights.entrySet()) {
      point -= each.getValue();
      if (point < 0) {
        return each.getKey();
      }
    }
    throw new IllegalStateException("weights: none");
  }
}
