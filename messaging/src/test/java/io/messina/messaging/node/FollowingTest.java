package io.messina.messaging.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.SendOptions;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.NotDefinedException;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import io.messina.testkit.SystemWaiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What runs is what is defined. */
@Timeout(120)
class FollowingTest extends MessagingFixture {

  private static final SendOptions LONG = options(20_000, 3_600_000);

  private ConnectorReport report(String name) {
    return messaging().report(messaging().catalog().connector(connector(name)));
  }

  @Test
  void a_connector_that_changes_ends_its_calls_first_and_sends_nothing_twice() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    Provider provider = provider("carrier", Optional.empty(), PaceOptions.FREE, LONG);
    provider.script(
        (message, _) -> {
          if (message.to().equals(number(1))) {
            called.countDown();
            awaitQuietly(answered);
          }
          return Provider.Script.ACCEPT;
        });
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    String during = accept(sms(number(1), ""));
    called.await();
    SendOptions other = options(10_000, 3_600_000);
    var _ =
        messaging()
            .put(
                connector("carrier"), connectorOptions(PaceOptions.FREE, other), Precondition.NONE);
    String after = accept(sms(number(2), ""));
    answered.countDown();
    awaitState(during, MessageState.SENT);
    awaitState(after, MessageState.SENT);
    assertThat(provider.accepted()).containsExactlyInAnyOrder(during, after);
    assertThat(provider.askedFor(during)).isOne();
    assertThat(report("carrier").definition().generation()).isEqualTo(2);
    SystemWaiting.until(() -> report("carrier").running(), () -> "running");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_call_that_may_be_under_way_is_waited_for_after_the_time_out_became_shorter() {
    Provider provider = provider("carrier", Optional.empty(), PaceOptions.FREE, LONG);
    provider.script((_, _) -> Provider.Script.CUT);
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.UNCERTAIN);
    var _ =
        messaging()
            .put(
                connector("carrier"),
                connectorOptions(PaceOptions.FREE, options(200, 1_000)),
                Precondition.NONE);
    SystemWaiting.until(() -> report("carrier").running(), () -> "running");
    assertThat(uncertain("carrier").isOffered(id)).isFalse();
    assertThat(report("carrier").uncertain()).contains(1L);
  }

  @Test
  void a_connector_is_not_deleted_while_it_is_needed() {
    Provider provider = provider("carrier", Optional.empty());
    rule(Channel.SMS, List.of("carrier"), List.of());
    provider.script((_, _) -> Provider.Script.FAIL);
    start();
    String waiting = accept(sms(number(1), ""));
    SystemWaiting.until(() -> provider.askedFor(waiting) > 0, () -> "asked");
    SystemWaiting.until(
        () -> report("carrier").trouble().equals(Optional.of("connect: no connection")),
        () -> "its trouble is shown");
    assertThatThrownBy(() -> messaging().delete(connector("carrier"), Precondition.NONE))
        .isInstanceOf(RequestException.Refused.class);
    messaging().catalog().delete(route(), Precondition.NONE);
    assertThatThrownBy(() -> messaging().delete(connector("carrier"), Precondition.NONE))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageContaining("messages wait for it");
    provider.script((_, _) -> Provider.Script.ACCEPT);
    awaitState(waiting, MessageState.SENT);
    assertThat(report("carrier").trouble()).isEmpty();
    SystemWaiting.until(() -> isDeleted("carrier"), () -> "deleted");
    assertThatThrownBy(() -> report("carrier")).isInstanceOf(NotDefinedException.class);
  }

  @Test
  void what_comes_late_to_a_deleted_connector_goes_to_another_one() {
    PaceOptions slow = new PaceOptions(Optional.of(40), Optional.empty(), Optional.empty());
    Provider first = provider("first", Optional.empty(), slow, options(5_000, 5_000));
    Provider second = provider("second", Optional.empty());
    rule(Channel.SMS, List.of("first"), List.of());
    start();
    List<NewMessage> some = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      some.add(sms(number(i), ""));
    }
    List<String> ids = accept(some);
    SystemWaiting.until(() -> !first.accepted().isEmpty(), () -> "the first one is sent");
    ids.forEach(id -> SystemWaiting.until(() -> isRouted(id), () -> id + ": routed"));
    rule(Channel.SMS, List.of("second"), List.of());
    putRoutes();
    SystemWaiting.until(() -> isDeleted("first"), () -> "deleted");
    ids.forEach(id -> awaitState(id, MessageState.SENT));
    assertThat(first.accepted().size() + second.accepted().size()).isEqualTo(3);
    assertThat(second.accepted()).isNotEmpty();
  }

  @Test
  void the_stream_of_a_deleted_connector_can_be_deleted_too() {
    provider("carrier", Optional.empty());
    start();
    SystemWaiting.until(() -> isDeleted("carrier"), () -> "deleted");
    StreamName stream = MessageStreams.ofConnector(connector("carrier").value());
    SystemWaiting.until(
        () -> messaging().sender(connector("carrier").value()).isPresent(), () -> "late ones too");
    assertThat(messaging().streams().streams().delete(stream)).isTrue();
    SystemWaiting.until(
        () -> messaging().sender(connector("carrier").value()).isEmpty(), () -> "nothing is sent");
    assertThat(messaging().streams().streams().list())
        .noneMatch(each -> each.id().name().equals(stream));
  }

  private boolean isRouted(String id) {
    return messaging().log().events(id).stream()
        .anyMatch(event -> event.details().connector().isPresent());
  }

  private boolean isDeleted(String name) {
    try {
      messaging().delete(connector(name), Precondition.NONE);
      return true;
    } catch (RequestException.Refused _) {
      return false;
    }
  }
}
