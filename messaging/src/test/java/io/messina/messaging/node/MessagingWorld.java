package io.messina.messaging.node;

import io.messina.api.Backoff;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.ReceiptKind;
import io.messina.api.message.connector.RouteOptions;
import io.messina.api.message.connector.SendOptions;
import io.messina.api.message.report.MessageResolution;
import io.messina.connectors.Receipt;
import io.messina.connectors.SendTracer;
import io.messina.messaging.accept.Acceptance;
import io.messina.messaging.send.UncertainMessages;
import io.messina.runtime.Context;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.Errand;
import io.messina.stream.testkit.SimulatedCluster;
import io.messina.stream.testkit.SimulatedServer;
import io.messina.stream.testkit.SimulatedServer.Running;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One history of messages: servers that crash, hang, are cut off and come back, a store with every
 * fault, providers that refuse, fail, hang, and lose answers; then calm, until each message has
 * come to its end, and a look into the books of the providers.
 */
final class MessagingWorld {

  private static final int MESSAGES = 30;
  private static final int HARMS = 10;

  /**
   * A process that hangs for longer, between the check of its lease and the call, would send twice:
   * a call that was begun 10 s after its claim may not be resolved before 50 s after it.
   */
  private static final Duration LONGEST_HARM = Duration.ofSeconds(38);

  private static final Duration SLICE = Duration.ofMillis(500);
  private static final int SLICES_BETWEEN_LOOKS = 10;
  private static final int SLICES_BETWEEN_CANCELS = 7;
  private static final Duration CALM = Duration.ofMinutes(20);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration PROMISED = Duration.ofMinutes(3);
  private static final Set<MessageState> ENDS =
      Set.of(
          MessageState.SENT,
          MessageState.DELIVERED,
          MessageState.FAILED,
          MessageState.UNCERTAIN,
          MessageState.CANCELLED);

  private final Simulation simulation;
  private final RandomGenerator random;
  private final SimulatedProvider plain;
  private final SimulatedProvider keyed;
  private final SimulatedProvider other;
  private final Duration change;
  private final SimulatedCluster<Messaging> cluster;
  private final Set<String> accepted = new TreeSet<>();
  private final Map<String, MessageState> states = new LinkedHashMap<>();
  private final Map<Integer, Set<String>> idsByKey = new HashMap<>();
  private final Set<String> cancelled = new TreeSet<>();
  private final Set<String> cancelling = new TreeSet<>();
  private final Map<Integer, Optional<Instant>> times = new HashMap<>();
  private final int shards;
  private final boolean someoneResolves;
  private int asked;
  private int uncertain;

  /**
   * What came of a history.
   *
   * @param wrong what was wrong: nothing, or words
   * @param uncertain how many messages were uncertain at the end
   * @param repeats how many the provider with keys has recognised
   */
  record Outcome(List<String> wrong, int uncertain, int repeats) {}

  private MessagingWorld(Simulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random("world");
    this.shards = 1 << random.nextInt(3);
    this.cluster =
        new SimulatedCluster<>(simulation, new SimulatedStore(simulation), random, SLICE);
    this.plain = new SimulatedProvider(simulation, simulation.random("plain"), Optional.empty());
    this.keyed =
        new SimulatedProvider(simulation, simulation.random("keyed"), Optional.of(PROMISED));
    this.other =
        new SimulatedProvider(simulation, simulation.random("other"), Optional.of(PROMISED));
    this.change = Duration.ofMillis(random.nextLong(10_000, 200_000));
    this.someoneResolves = random.nextBoolean();
  }

  static Outcome run(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      return new MessagingWorld(simulation).run();
    }
  }

  /** What is wrong with a history. */
  static List<String> wrong(long seed) {
    return run(seed).wrong();
  }

  private Outcome run() {
    int nodes = random.nextInt(1, 3);
    for (int i = 0; i < nodes; i++) {
      cluster.start("node" + i, this::begin);
    }
    if (!cluster.hasBegun()) {
      return new Outcome(List.of("nothing was begun"), 0, 0);
    }
    Errand<Messaging> ask = cluster.errand("ask", CALM, this::ask);
    Errand<Messaging> askElsewhere = cluster.errand("ask elsewhere", CALM, this::ask);
    Errand<Messaging> cancel = cluster.errand("cancel", CALM, server -> cancel(server.program()));
    Errand<Messaging> look = cluster.errand("look", CALM, server -> look(server.program()));
    cluster.use(
        1,
        () -> {
          if (asked < MESSAGES) {
            ask.ask(cluster.any());
            if (random.nextBoolean()) {
              askElsewhere.ask(cluster.any());
            }
          }
        });
    cluster.use(SLICES_BETWEEN_CANCELS, () -> cancel.ask(cluster.any()));
    cluster.use(SLICES_BETWEEN_LOOKS, () -> look.ask(cluster.any()));
    cluster.harm(HARMS, Duration.ofSeconds(20), this::harm);
    plain.calm();
    keyed.calm();
    other.calm();
    boolean _ = cluster.goUntil(this::isOver, CALM);
    cluster.go(Duration.ofMinutes(3)); // what is late must change nothing
    return new Outcome(wrong(), uncertain, keyed.recognised() + other.recognised());
  }

  /** One that hangs for very long is in no call, as what remains is told of that in the docs. */
  private void harm(SimulatedServer<Messaging> server) {
    boolean inCall =
        Stream.of(plain, keyed, other).anyMatch(each -> each.isCalledBy(server.node()));
    if (!inCall && random.nextInt(3) == 0) {
      server.hang(Duration.ofMillis(random.nextLong(40_000, 90_000)));
    } else {
      server.harm(random, LONGEST_HARM);
    }
  }

  private Messaging begin(SimulatedNode node, Context context, Streams streams) {
    MessagingSettings settings =
        new MessagingSettings(
            shards,
            reference -> {
              throw new IllegalArgumentException(reference);
            },
            (definition, _) -> provider(definition).at(node),
            Optional.empty(),
            SendTracer.NONE);
    Duration known = change.plusMillis(node.random().nextLong(2_000));
    return Messaging.start(
        context,
        streams,
        settings,
        new Chosen(node.random(), () -> simulation.elapsed().compareTo(known) >= 0));
  }

  private SimulatedProvider provider(ConnectorDefinition definition) {
    if (definition.name().equals(PLAIN.name())) {
      return plain;
    }
    return definition.equals(KEYED) ? keyed : other;
  }

  /**
   * The same connectors, of which one gets another provider, and a route that is another one at
   * each look.
   *
   * @param choosing of the server
   * @param isChanged whether the server knows of the other provider
   */
  private record Chosen(RandomGenerator choosing, BooleanSupplier isChanged)
      implements ActiveDefinitions {

    @Override
    public boolean isUsed() {
      return true;
    }

    @Override
    public Map<String, ConnectorDefinition> connectors() {
      return Map.of("plain", PLAIN, "keyed", isChanged.getAsBoolean() ? CHANGED : KEYED);
    }

    @Override
    public Set<String> deleted() {
      return Set.of();
    }

    @Override
    public List<RouteOptions> routes() {
      return choosing.nextBoolean() ? PLAIN_FIRST : KEYED_FIRST;
    }

    @Override
    public AccountOptions account(AccountName name) {
      return AccountOptions.DEFAULT;
    }

    @Override
    public void refresh() {}
  }

  private static final ConnectorDefinition PLAIN = connector("plain", 1);
  private static final ConnectorDefinition KEYED = connector("keyed", 1);
  private static final ConnectorDefinition CHANGED = connector("keyed", 2);
  private static final List<RouteOptions> PLAIN_FIRST = route("plain", "keyed");
  private static final List<RouteOptions> KEYED_FIRST = route("keyed", "plain");

  private static ConnectorDefinition connector(String name, int generation) {
    SendOptions options =
        new SendOptions(
            4,
            TIMEOUT,
            Duration.ofMinutes(2),
            Optional.of(new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), 20)));
    return new ConnectorDefinition(
        new ConnectorName(name),
        generation,
        MessagingFixture.connectorOptions(PaceOptions.FREE, options),
        "tag");
  }

  private static List<RouteOptions> route(String first, String then) {
    return List.of(
        new RouteOptions(
            Channel.SMS, Optional.empty(), List.of(), Map.of(first, 1), List.of(then)));
  }

  private static NewMessage message(String to) {
    return NewMessage.of(new AccountName("shop"), Channel.SMS, to, MessageContent.text("hello"));
  }

  /**
   * Asks for one message after the other, each until it is accepted, often at two servers at once.
   */
  private void ask(Running<Messaging> server) {
    int number = asked;
    NewMessage message = message("+39333%07d".formatted(number)).key("order-" + number);
    NewMessage timed = timeOf(number).map(message::sendAt).orElse(message);
    NewMessage withoutKey = message("+39334%07d".formatted(number));
    List<Acceptance.Answer> answers =
        server.program().acceptance().accept(List.of(timed, withoutKey));
    answers.stream().flatMap(answer -> answer.message().stream()).forEach(accepted::add);
    answers
        .getFirst()
        .message()
        .ifPresent(
            id -> {
              idsByKey.computeIfAbsent(number, _ -> new TreeSet<>()).add(id);
              asked = Math.max(asked, number + 1);
            });
  }

  /** When it is to be sent, the same whenever it is asked for. */
  private Optional<Instant> timeOf(int number) {
    return times.computeIfAbsent(
        number,
        _ ->
            random.nextInt(3) > 0
                ? Optional.empty()
                : Optional.of(
                    simulation
                        .clock()
                        .instant()
                        .plusSeconds(random.nextInt(60))
                        .truncatedTo(ChronoUnit.MILLIS)));
  }

  /** Takes one back that may be waiting for its time. */
  private void cancel(Messaging messaging) {
    List<String> some = List.copyOf(accepted);
    if (!some.isEmpty()) {
      String id = some.get(random.nextInt(some.size()));
      cancelling.add(id); // and stays so where nobody answers
      if (messaging.cancel(id)) {
        cancelled.add(id);
      }
      cancelling.remove(id);
    }
  }

  private boolean isOver() {
    return asked >= MESSAGES
        && accepted.stream()
            .allMatch(
                id ->
                    Optional.ofNullable(states.get(id))
                        .filter(
                            state ->
                                ENDS.contains(state)
                                    && (!someoneResolves || state != MessageState.UNCERTAIN))
                        .isPresent());
  }

  private void look(Messaging messaging) {
    for (String id : List.copyOf(accepted)) {
      messaging
          .log()
          .find(id)
          .map(MessageReport::state)
          .ifPresent(
              state -> {
                states.put(id, state);
                deliver(messaging, id);
                if (state == MessageState.UNCERTAIN && someoneResolves) {
                  resolve(messaging, id);
                }
              });
    }
  }

  /** The provider says now and then that a message has arrived. */
  private void deliver(Messaging messaging, String id) {
    if (plain.count(id) > 0 && random.nextInt(4) == 0) {
      messaging.receive(
          "plain",
          List.of(
              new Receipt(
                  "p" + id,
                  Optional.empty(),
                  ReceiptKind.DELIVERED,
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty())));
    }
  }

  /** Somebody asks the provider, once nothing is sent again by itself, and says what it says. */
  private void resolve(Messaging messaging, String id) {
    resolve(messaging, "plain", plain.count(id), id);
    resolve(messaging, "keyed", keyed.count(id) + other.count(id), id);
  }

  private static void resolve(Messaging messaging, String connector, int times, String id) {
    UncertainMessages there = messaging.sender(connector).orElseThrow().uncertain();
    boolean isLeft =
        there.list(MESSAGES, Optional.empty()).uncertain().stream()
            .anyMatch(each -> each.message().equals(id) && !each.sentAgain());
    if (isLeft && there.isOffered(id)) {
      boolean _ = there.resolve(id, times > 0 ? MessageResolution.SENT : MessageResolution.REFUSED);
    }
  }

  private List<String> wrong() {
    List<String> found = new ArrayList<>();
    if (asked < MESSAGES) {
      found.add("nothing is accepted in the calm");
    }
    idsByKey.forEach(
        (key, ids) -> {
          if (ids.size() > 1) {
            found.add("several messages of one key: %d, %s".formatted(key, ids));
          }
        });
    uncertain = 0;
    for (String id : accepted) {
      int times = plain.count(id) + keyed.count(id) + other.count(id);
      @Nullable MessageState state = states.get(id);
      if (times > 0 && cancelled.contains(id)) {
        found.add("sent although it was cancelled: %s, %s".formatted(id, state));
      }
      if (times > 1) {
        found.add(
            "sent twice: %s, plain %d, keyed %d, other %d, %s"
                .formatted(id, plain.count(id), keyed.count(id), other.count(id), state));
      }
      if ((state == MessageState.SENT || state == MessageState.DELIVERED) && times == 0) {
        found.add("told to be sent, but nobody has it: " + id);
      }
      if (state == MessageState.FAILED && times > 0) {
        found.add("told to have failed, but somebody has it: " + id);
      }
      // Whoever gets no answer to a cancellation has to look: it may be taken back, and not told.
      if ((state == null || !ENDS.contains(state)) && !cancelling.contains(id)) {
        found.add("has not come to its end: " + id + ", " + state);
      }
      if (state == MessageState.UNCERTAIN) {
        uncertain++;
      }
    }
    return found;
  }
}
