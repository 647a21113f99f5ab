package io.messina.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Wire;
import io.messina.api.access.Action;
import io.messina.api.access.Resource;
import io.messina.api.access.Scope;
import io.messina.api.access.TokenOptions;
import io.messina.api.message.NewMessage;
import io.messina.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallerTest {

  @Test
  void a_scope_allows_its_names_and_action_alone() {
    Caller caller = of("streams:edits:append", "lists:user/*:read", "groups:*:*");
    assertThat(caller.may(Resource.STREAMS, "edits", Action.APPEND)).isTrue();
    assertThat(caller.may(Resource.STREAMS, "edits2", Action.APPEND)).isFalse();
    assertThat(caller.may(Resource.STREAMS, "edits", Action.READ)).isFalse();
    assertThat(caller.may(Resource.STREAMS, "*", Action.APPEND)).isFalse();
    assertThat(caller.may(Resource.LISTS, Scope.name("user", "pages"), Action.READ)).isTrue();
    assertThat(caller.may(Resource.LISTS, Scope.name("user/a", "pages"), Action.READ)).isFalse();
    assertThat(caller.may(Resource.VALUES, Scope.name("user", "pages"), Action.READ)).isFalse();
    assertThat(caller.may(Resource.GROUPS, "edits/a", Action.MANAGE)).isTrue();
    assertThat(caller.mayAny(Resource.LISTS, Action.READ)).isTrue();
    assertThat(caller.mayAny(Resource.LISTS, Action.WRITE)).isFalse();
  }

  @Test
  void a_message_needs_the_scope_of_its_account_and_a_sender_of_the_token() {
    TokenOptions options = TokenOptions.of(Scope.of("messages:shop:send"));
    assertThat(new Caller("t", options, () -> true).refusal(mail("shop", "any@example.com")))
        .isEmpty();
    assertThat(new Caller("t", options, () -> true).refusal(mail("other", ""))).isPresent();

    Caller bound =
        new Caller(
            "t",
            new TokenOptions(
                options.scopes(),
                Optional.empty(),
                List.of("*@Example.com", "+4930123"),
                Optional.empty(),
                Optional.empty()),
            () -> true);
    assertThat(bound.refusal(mail("shop", "news@example.COM"))).isEmpty();
    assertThat(bound.refusal(sms("+4930123"))).isEmpty();
    assertThat(bound.refusal(sms("+49301234"))).isPresent();
    assertThat(bound.refusal(mail("shop", "news@example.com.evil.org"))).isPresent();
    assertThat(bound.refusal(mail("shop", "News <news@example.com>"))).isEmpty();
    assertThat(bound.refusal(mail("shop", "news@example.com <news@evil.org>"))).isPresent();
    assertThat(bound.refusal(mail("shop", "example.com"))).isPresent();
    assertThat(bound.refusal(mail("shop", ""))).isPresent();
  }

  private static NewMessage mail(String account, String from) {
    return message(account, "email", from);
  }

  private static NewMessage sms(String from) {
    return message("shop", "sms", from);
  }

  private static NewMessage message(String account, String channel, String from) {
    String sender = from.isEmpty() ? "" : "\"from\":\"" + from + "\",";
    String json =
        "{\"account\":\"%s\",\"channel\":\"%s\",%s\"to\":\"a\",\"content\":{\"text\":\"x\"}}"
            .formatted(account, channel, sender);
    return Wire.read(json.getBytes(StandardCharsets.UTF_8), NewMessage.class);
  }

  @Test
  void internal_streams_need_a_scope_that_names_them() {
    assertThat(of("streams:*:read").may(Resource.STREAMS, "messina.audit", Action.READ)).isFalse();
    assertThat(of("groups:*:*").may(Resource.GROUPS, "messages.sms/g", Action.CONSUME)).isFalse();
    assertThat(of("streams:me*:read").may(Resource.STREAMS, "messina.audit", Action.READ))
        .isFalse();
    assertThat(of("streams:messina.*:read").may(Resource.STREAMS, "messina.audit", Action.READ))
        .isTrue();
    assertThat(of("streams:*:read").may(Resource.STREAMS, "*", Action.READ)).isTrue();
    assertThat(of("accounts:*:read").may(Resource.ACCOUNTS, "messages.x", Action.READ)).isTrue();
    assertThat(of("admin").may(Resource.STREAMS, "messina.audit", Action.READ)).isTrue();
  }

  @Test
  void one_that_has_sent_too_much_hears_how_long_to_wait() {
    Caller caller =
        new Caller(
            "greedy",
            new TokenOptions(
                List.of(Scope.ADMIN),
                Optional.empty(),
                List.of(),
                Optional.of(10),
                Optional.empty()),
            () -> true);
    caller.takeEvents(100);
    caller.takeBytes(Long.MAX_VALUE);
    caller.takeEvents(0);
    assertThatThrownBy(() -> caller.takeEvents(1))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> assertThat(e.problem().retryAfterSeconds()).isBetween(8L, 10L))
        .hasMessageContaining("token greedy: over its events_per_second of 10");
  }

  private static Caller of(String... scopes) {
    return new Caller(
        "t",
        TokenOptions.of(List.of(scopes).stream().map(Scope::of).toArray(Scope[]::new)),
        () -> true);
  }
}
