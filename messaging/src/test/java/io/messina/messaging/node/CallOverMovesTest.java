package io.messina.messaging.node;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.messina.api.message.connector.RouteOptions;
import io.messina.api.message.connector.SendOptions;
import io.messina.connectors.Connector;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.SendResult;
import io.messina.connectors.SendTracer;
import io.messina.runtime.Context;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.Errand;
import io.messina.stream.testkit.SimulatedCluster;
import io.messina.stream.testkit.SimulatedServer;
import io.messina.stream.testkit.SimulatedServer.Running;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The provider has taken a message, and the server that has sent it stands still before it has the
 * answer, for so long that another one has its shard and the claim has ended.
 */
final class CallOverMovesTest {

  private static final Duration LONG = Duration.ofMinutes(3);

  @AutoClose private final Simulation simulation = new Simulation(1);
  private final SimulatedCluster<Messaging> cluster =
      new SimulatedCluster<>(
          simulation,
          new SimulatedStore(simulation),
          simulation.random("test"),
          Duration.ofMillis(500));
  private final List<String> calls = new ArrayList<>();
  private Kind kind = Kind.PLAIN;
  private boolean isChanged;
  private String accepted = "";
  private final List<SimulatedServer<Messaging>> servers = new ArrayList<>();

  /** The connector. */
  enum Kind {
    /** Its provider does not recognise a message. */
    PLAIN,
    /** Its provider does. */
    KEYED,
    /** It is changed to another provider meanwhile. */
    CHANGED
  }

  @ParameterizedTest
  @EnumSource
  void is_called_once_without_a_key_and_again_by_its_key_at_the_same_provider_only(Kind kind) {
    this.kind = kind;
    for (String name : List.of("a", "b", "c")) {
      servers.add(cluster.start(name, this::begin));
    }
    assertThat(cluster.hasBegun()).isTrue();
    cluster.go(Duration.ofSeconds(40));
    Errand<Messaging> ask = cluster.errand("ask", LONG, this::ask);
    assertThat(
            cluster.goUntil(
                () -> {
                  if (accepted.isEmpty()) {
                    ask.ask(cluster.begun());
                  }
                  return !calls.isEmpty();
                },
                LONG))
        .isTrue();
    isChanged = kind == Kind.CHANGED;
    List<String> right =
        Collections.nCopies(kind == Kind.KEYED ? 2 : 1, "1 " + accepted); // of generation 1
    cluster.go(LONG.minusSeconds(30));
    assertThat(look()).contains(kind == Kind.KEYED ? MessageState.SENT : MessageState.UNCERTAIN);
    assertThat(calls).isEqualTo(right);

    // What it knows as it wakes is true, and changes nothing else.
    cluster.go(Duration.ofMinutes(2));
    assertThat(look()).contains(MessageState.SENT);
    assertThat(calls).isEqualTo(right);
  }

  private void ask(Running<Messaging> server) {
    NewMessage message =
        NewMessage.of(
            new AccountName("shop"), Channel.SMS, "+393330000001", MessageContent.text("hello"));
    server
        .program()
        .acceptance()
        .accept(List.of(message.key("key")))
        .getFirst()
        .message()
        .ifPresent(id -> accepted = id);
  }

  /** What one that runs says of the message. */
  private Optional<MessageState> look() {
    SimulatedServer<Messaging> asked =
        servers.stream().filter(server -> !server.node().isSuspended()).findFirst().orElseThrow();
    return simulation
        .call(asked.node(), () -> asked.running().orElseThrow().program().log().find(accepted))
        .map(MessageReport::state);
  }

  private Messaging begin(SimulatedNode node, Context context, Streams streams) {
    MessagingSettings settings =
        new MessagingSettings(
            1,
            reference -> {
              throw new IllegalArgumentException(reference);
            },
            (definition, _) -> new Provider(node, definition.generation()),
            Optional.empty(),
            SendTracer.NONE);
    return Messaging.start(context, streams, settings, new Defined());
  }

  /** The way of one server to the provider of a generation of the connector. */
  private final class Provider implements Connector {

    private final SimulatedNode node;
    private final int generation;

    Provider(SimulatedNode node, int generation) {
      this.node = node;
      this.generation = generation;
    }

    @Override
    public SendResult send(OutgoingMessage message, Duration timeout) {
      calls.add(generation + " " + message.id());
      if (calls.size() == 1) {
        simulation.after(Duration.ZERO, () -> node.suspend(Suspension.FROZEN));
        simulation.after(LONG, node::resume);
        node.pause(Duration.ofMillis(1));
      }
      return new SendResult.Accepted(List.of("p" + message.id()), 1);
    }

    @Override
    public Optional<RepeatPromise> repeats() {
      return kind == Kind.PLAIN
          ? Optional.empty()
          : Optional.of(new RepeatPromise(Duration.ofHours(1), false));
    }

    @Override
    public void close() {}
  }

  private final class Defined implements ActiveDefinitions {

    @Override
    public boolean isUsed() {
      return true;
    }

    @Override
    public Map<String, ConnectorDefinition> connectors() {
      SendOptions options =
          new SendOptions(
              4,
              Duration.ofSeconds(5),
              Duration.ofMinutes(2),
              Optional.of(new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), 20)));
      return Map.of(
          "only",
          new ConnectorDefinition(
              new ConnectorName("only"),
              isChanged ? 2 : 1,
              MessagingFixture.connectorOptions(PaceOptions.FREE, options),
              "tag"));
    }

    @Override
    public Set<String> deleted() {
      return Set.of();
    }

    @Override
    public List<RouteOptions> routes() {
      return List.of(
          new RouteOptions(Channel.SMS, Optional.empty(), List.of(), Map.of("only", 1), List.of()));
    }

    @Override
    public AccountOptions account(AccountName name) {
      return AccountOptions.DEFAULT;
    }

    @Override
    public void refresh() {}
  }
}
