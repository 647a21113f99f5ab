package io.messina.messaging.accept;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Json;
import io.messina.api.ProblemCode;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.NewMessage;
import io.messina.api.message.TemplateName;
import io.messina.api.message.TemplateUse;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.account.QuietHours;
import io.messina.api.message.template.TemplateOptions;
import io.messina.messaging.Message;
import io.messina.messaging.accept.Acceptance.Answer;
import io.messina.runtime.definition.Precondition;
import io.messina.testkit.SystemWaiting;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is accepted, once, whichever process is asked, and what is not. */
@Timeout(60)
class AcceptanceTest extends AcceptanceFixture {

  private static final TemplateName HELLO = new TemplateName("hello");

  private void put(String text) {
    TemplateOptions options =
        new TemplateOptions(Channel.SMS, "en", Map.of("en", MessageContent.text(text)));
    var _ = here().templates().put(shop, HELLO, options, Precondition.NONE);
  }

  private NewMessage hello(String name) {
    Json parameters = new Json("{\"name\":\"%s\"}".formatted(name));
    return NewMessage.of(shop, Channel.SMS, number(1), TemplateUse.of(HELLO, parameters));
  }

  @Test
  void a_key_is_the_same_message_whichever_process_is_asked() {
    NewMessage wanted = sms(1).key("order-1");
    Answer first = here().accept(wanted);
    Answer again = there().accept(wanted);
    assertThat(first.repeated()).isFalse();
    assertThat(again).isEqualTo(new Answer(first.message(), true, Optional.empty()));
    assertThat(stored()).containsExactly(first.message().orElseThrow());
    assertThat(code(there().accept(sms(2).key("order-1")))).isEqualTo(ProblemCode.KEY_MISMATCH);
    assertThat(code(here().accept(wanted.campaign("other")))).isEqualTo(ProblemCode.KEY_MISMATCH);
    assertThat(stored()).hasSize(1);
  }

  @Test
  void a_key_is_free_again_after_a_day_and_gives_another_message() {
    NewMessage wanted = sms(1).key("order-1");
    String first = here().accepted(wanted);
    shift(Duration.ofHours(24).minusSeconds(10));
    assertThat(there().accepted(wanted)).isEqualTo(first);
    shift(Duration.ofHours(24).plusSeconds(10));
    String second = there().accepted(wanted);
    assertThat(second).isNotEqualTo(first);
    assertThat(here().accepted(wanted)).isEqualTo(second);
    assertThat(stored()).containsExactlyInAnyOrder(first, second);
  }

  @Test
  void a_repeat_is_answered_whatever_has_changed_meanwhile() {
    put("Hello {{name}}");
    NewMessage wanted = hello("Ada").key("k").expiresAt(here().now().plusSeconds(60));
    String first = here().accepted(wanted);
    put("Bye {{name}}");
    shift(Duration.ofMinutes(2));
    assertThat(there().accepted(wanted)).isEqualTo(first);
    assertThat(texts()).containsExactly("Hello Ada");
    assertThat(code(there().accept(wanted.key("other")))).isEqualTo(ProblemCode.OUT_OF_BOUNDS);
  }

  @Test
  void what_was_decided_before_a_crash_holds_after_it() {
    put("Hello {{name}}");
    NewMessage wanted = hello("Ada").key("k");
    Draft draft = here().draft(wanted);
    here().decide(draft); // and crashes
    put("Bye {{name}}");
    Answer answer = there().accept(wanted);
    assertThat(answer.message()).contains(draft.decision().id());
    assertThat(answer.repeated()).isFalse();
    assertThat(texts()).containsExactly("Hello Ada");
    assertThat(code(there().accept(hello("Bob").key("k")))).isEqualTo(ProblemCode.KEY_MISMATCH);
  }

  @Test
  void what_was_put_into_its_stream_before_a_crash_is_there_once() {
    NewMessage wanted = sms(1).key("k");
    Draft draft = here().draft(wanted);
    here().decide(draft);
    here().put(draft); // and crashes
    Answer answer = there().accept(wanted);
    assertThat(answer)
        .isEqualTo(new Answer(Optional.of(draft.decision().id()), true, Optional.empty()));
    assertThat(stored()).containsExactly(draft.decision().id());
    SystemWaiting.until(
        () -> here().kinds(draft.decision().id()).contains(MessageEventKind.ACCEPTED));
  }

  @Test
  void what_was_scheduled_before_a_crash_is_not_sent_again_when_its_time_has_come() {
    Instant soon = here().now().plusMillis(1_500);
    NewMessage wanted = sms(1).key("k").sendAt(soon);
    Draft draft = here().draft(wanted);
    here().decide(draft);
    here().put(draft); // and crashes
    SystemWaiting.until(() -> stored().size() == 1);
    assertThat(there().accept(wanted).message()).contains(draft.decision().id());
    assertThat(here().accept(wanted).message()).contains(draft.decision().id());
    String next = here().accepted(sms(2));
    assertThat(stored()).containsExactlyInAnyOrder(draft.decision().id(), next);
  }

  @Test
  void of_two_processes_asked_at_once_one_accepts() throws Exception {
    Set<String> ids = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 50; i++) {
      NewMessage one = sms(1).key("both-" + i);
      NewMessage other = i % 2 == 0 ? one : sms(2).key("both-" + i);
      Thread thread =
          Thread.startVirtualThread(() -> here().accept(one).message().ifPresent(ids::add));
      there().accept(other).message().ifPresent(ids::add);
      thread.join();
      for (NewMessage again : List.of(one, other)) {
        SystemWaiting.until(() -> isSettled(ids, here().accept(again)));
      }
    }
    assertThat(ids).hasSize(50);
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(ids);
  }

  /** Of two nodes that decide something else, both may step back. */
  private static boolean isSettled(Set<String> ids, Answer answer) {
    answer.message().ifPresent(ids::add);
    return answer
        .refusal()
        .map(NotAcceptedException::code)
        .filter(ProblemCode.KEY_PENDING::equals)
        .isEmpty();
  }

  @Test
  void of_two_processes_asked_at_once_with_other_times_one_accepts_at_most() throws Exception {
    Set<String> ids = ConcurrentHashMap.newKeySet();
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      NewMessage later = sms(1).key("both-" + i).sendAt(here().now().plusMillis(1_500));
      NewMessage other = i % 2 == 0 ? sms(1).key("both-" + i) : sms(2).key("both-" + i);
      CompletableFuture<Answer> first =
          CompletableFuture.supplyAsync(() -> here().accept(later), Thread::startVirtualThread);
      Answer second = there().accept(other);
      answers.addAll(List.of(first.join(), second));
      assertThat(refused(List.of(first.join(), second))).isPositive();
      for (NewMessage again : List.of(later, other)) {
        SystemWaiting.until(() -> isSettled(ids, here().accept(again)));
      }
    }
    answers.forEach(answer -> answer.message().ifPresent(ids::add));
    assertThat(ids).hasSize(50);
    SystemWaiting.until(() -> stored().size() >= 50);
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void a_decision_beside_which_there_is_another_one_puts_nothing_into_a_stream() {
    NewMessage later = sms(1).key("k").sendAt(here().now().plusSeconds(1));
    NewMessage other = sms(2).key("k");
    here().decide(here().draft(later)); // both, at the same moment, and both crash
    there().decide(there().draft(other));
    assertThat(code(here().accept(later))).isEqualTo(ProblemCode.KEY_PENDING);
    assertThat(code(there().accept(other))).isEqualTo(ProblemCode.KEY_PENDING);
    assertThat(stored()).isEmpty();
  }

  @Test
  void a_key_under_way_is_pending() {
    NewMessage wanted = sms(1).key("k");
    here().services().inProgress().add(new MessageKeyTable.AccountKey(shop, "k"));
    assertThat(code(here().accept(wanted))).isEqualTo(ProblemCode.KEY_PENDING);
    here().services().inProgress().clear();
    assertThat(here().accept(wanted).message()).isPresent();
  }

  @Test
  void keys_that_come_twice_in_a_page_are_one_message() {
    List<Answer> answers =
        here().accept(List.of(sms(1).key("k"), sms(1).key("k"), sms(2).key("k"), sms(3)));
    assertThat(answers.get(1))
        .isEqualTo(new Answer(answers.getFirst().message(), true, Optional.empty()));
    assertThat(code(answers.get(2))).isEqualTo(ProblemCode.KEY_MISMATCH);
    assertThat(stored()).hasSize(2);
  }

  @Test
  void a_message_that_was_taken_back_stays_so() {
    NewMessage wanted = sms(1).key("k").sendAt(here().now().plusSeconds(3_600));
    String id = here().accepted(wanted);
    SystemWaiting.until(() -> here().kinds(id).contains(MessageEventKind.ACCEPTED));
    assertThat(here().cancel(id)).isTrue();
    assertThat(there().accept(wanted).message()).contains(id);
    SystemWaiting.until(() -> here().kinds(id).contains(MessageEventKind.CANCELLED));
    assertThat(here().cancel(id)).isFalse();
  }

  @Test
  void a_repeat_that_was_under_way_when_its_message_was_taken_back_sends_nothing() {
    NewMessage wanted = sms(1).key("k").sendAt(here().now().plusMillis(1_500));
    Draft repeat = there().draft(wanted); // has found nothing
    String id = here().accepted(wanted);
    assertThat(here().cancel(id)).isTrue();
    there().decide(repeat);
    there().put(repeat);
    String next = here().accepted(sms(2).key("next").sendAt(here().now().plusMillis(2_500)));
    SystemWaiting.until(() -> stored().contains(next));
    assertThat(stored()).containsExactly(next);
    assertThat(here().accepted(wanted)).isEqualTo(id);
    assertThat(here().kinds(id)).contains(MessageEventKind.CANCELLED);
  }

  @Test
  void a_day_has_its_quota_over_all_processes() {
    account(new AccountOptions(Optional.of(5L), Optional.empty(), Optional.empty(), List.of()));
    assertThat(refused(here().accept(IntStream.range(0, 4).mapToObj(this::sms).toList()))).isZero();
    SystemWaiting.until(() -> here().said() == 4);
    List<Answer> more = there().accept(List.of(sms(5), sms(6), sms(7).test(true)));
    assertThat(more.stream().map(answer -> answer.message().isPresent()))
        .containsExactly(true, false, true);
    assertThat(code(more.get(1))).isEqualTo(ProblemCode.QUOTA_EXCEEDED);
    shift(Duration.ofDays(1));
    assertThat(there().accept(sms(8)).message()).isPresent();
  }

  @Test
  void a_repeat_and_a_refusal_take_nothing_of_a_quota() {
    account(new AccountOptions(Optional.of(2L), Optional.empty(), Optional.empty(), List.of()));
    here().accepted(sms(1).key("k"));
    here().accepted(sms(1).key("k"));
    assertThat(code(here().accept(sms(2).campaign("")))).isEqualTo(ProblemCode.OUT_OF_BOUNDS);
    here().accepted(sms(3));
    assertThat(code(here().accept(sms(4)))).isEqualTo(ProblemCode.QUOTA_EXCEEDED);
    here().accepted(sms(1).key("k"));
  }

  @Test
  void a_message_that_two_nodes_are_given_at_once_takes_one_of_a_quota() {
    account(new AccountOptions(Optional.of(2L), Optional.empty(), Optional.empty(), List.of()));
    freeze();
    NewMessage wanted = sms(1).key("k");
    there().put(there().draft(wanted)); // and has taken its quota there
    String id = here().accepted(wanted);
    assertThat(stored()).containsExactly(id);
    here().accepted(sms(2));
    here().accepted(sms(3));
    assertThat(code(here().accept(sms(4)))).isEqualTo(ProblemCode.QUOTA_EXCEEDED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_message_that_two_nodes_are_given_at_the_edge_of_quiet_hours_is_one_of_one_quota(
      boolean isPut) {
    LocalTime now = LocalTime.ofInstant(here().now(), ZoneId.of("Europe/Rome"));
    QuietHours quiet =
        new QuietHours(
            now.plusMinutes(2).truncatedTo(ChronoUnit.MINUTES).toString(),
            now.plusMinutes(60).truncatedTo(ChronoUnit.MINUTES).toString(),
            "Europe/Rome");
    account(new AccountOptions(Optional.of(2L), Optional.empty(), Optional.of(quiet), List.of()));
    NewMessage wanted = sms(1).key("k");
    Draft loud = there().draft(wanted);
    there().decide(loud);
    if (isPut) {
      there().put(loud);
    }
    shift(Duration.ofMinutes(3));

    String id = loud.decision().id();
    assertThat(here().accepted(wanted)).isEqualTo(id);
    assertThat(there().accepted(wanted)).isEqualTo(id);
    assertThat(here().accepted(wanted)).isEqualTo(id);
    assertThat(stored()).containsExactly(id);
    here().accepted(sms(2)); // is quiet
    here().accepted(sms(3));
    assertThat(stored()).containsExactly(id);
    assertThat(code(here().accept(sms(4)))).isEqualTo(ProblemCode.QUOTA_EXCEEDED);
  }

  @Test
  void a_second_has_its_quota() {
    account(new AccountOptions(Optional.empty(), Optional.of(10), Optional.empty(), List.of()));
    List<Answer> answers = here().accept(IntStream.range(0, 100).mapToObj(this::sms).toList());
    assertThat(refused(answers)).isBetween(80L, 90L);
    SystemWaiting.until(() -> here().accept(sms(1)).message().isPresent());
  }

  @Test
  void a_key_that_is_used_again_each_year_has_another_id_each_time() {
    shift(Duration.ofDays(-400));
    String first = here().accepted(sms(1).key("birthday"));
    shift(Duration.ofDays(-35));
    String second = there().accepted(sms(1).key("birthday"));
    shift(Duration.ZERO);
    assertThat(here().accepted(sms(1).key("birthday"))).isNotIn(first, second);
    assertThat(second).isNotEqualTo(first);
  }

  @ParameterizedTest
  @CsvSource({
    "EMAIL, news@shop.example, true",
    "EMAIL, The Shop <News@Shop.example>, true",
    "EMAIL, '\"<news@shop.example>\" <boss@bank.example>', false",
    "EMAIL, boss@bank.example, false",
    "EMAIL, Offers <any@OFFERS.example>, true",
    "EMAIL, '\"any@offers.example\" <boss@bank.example>', false",
    "EMAIL, any@my.offers.example, false",
    "SMS, Shop, true",
    "SMS, Bank, false",
    "SMS, '', true",
  })
  void an_account_with_senders_sends_as_nobody_else(Channel channel, String from, boolean isTaken) {
    account(
        new AccountOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("news@shop.example", "Shop", "*@offers.example")));
    MessageContent text = MessageContent.text("x");
    NewMessage plain =
        channel == Channel.SMS
            ? NewMessage.of(shop, channel, number(1), text)
            : NewMessage.of(shop, channel, "a@example.com", MessageContent.mail("S", "x"));
    Answer answer = here().accept(from.isEmpty() ? plain : plain.from(from));
    assertThat(answer.message().isPresent()).isEqualTo(isTaken);
    if (!isTaken) {
      assertThat(answer.refusal().orElseThrow())
          .hasMessage("from: %s (expected: one of the senders of the account)".formatted(from));
    }
  }

  @Test
  void quiet_hours_move_what_nobody_shall_get_then() {
    account(quietAllDayIn("Europe/Rome"));
    String id = here().accepted(sms(1));
    SystemWaiting.until(() -> !here().events(id).isEmpty());
    MessageEvent accepted = here().events(id).getFirst();
    assertThat(accepted.details().departure().orElseThrow()).isAfter(here().now());
    assertThat(stored()).isEmpty();
    assertThat(code(here().accept(sms(1).expiresAt(here().now().plusSeconds(1)))))
        .isEqualTo(ProblemCode.OUT_OF_BOUNDS);
    String test = here().accepted(sms(1).test(true));
    assertThat(stored()).containsExactly(test);
  }

  /** From a minute ago to ten minutes ago, of the next day. */
  private AccountOptions quietAllDayIn(String zone) {
    LocalTime now = LocalTime.ofInstant(here().now(), ZoneId.of(zone));
    String from = now.minusMinutes(2).truncatedTo(ChronoUnit.MINUTES).toString();
    String to = now.minusMinutes(10).truncatedTo(ChronoUnit.MINUTES).toString();
    return new AccountOptions(
        Optional.empty(), Optional.empty(), Optional.of(new QuietHours(from, to, zone)), List.of());
  }

  @Test
  void an_account_and_a_template_have_to_be_there() {
    NewMessage other =
        NewMessage.of(new AccountName("nobody"), Channel.SMS, number(1), MessageContent.text("x"));
    assertThat(code(here().accept(other))).isEqualTo(ProblemCode.MESSAGING_NOT_FOUND);
    assertThat(code(here().accept(hello("Ada")))).isEqualTo(ProblemCode.MESSAGING_NOT_FOUND);
    put("Hello {{name}}, {{other}}");
    assertThat(here().accept(hello("Ada")).refusal().orElseThrow())
        .hasMessageContaining("parameters.other: missing");
    NewMessage mail =
        NewMessage.of(
            shop, Channel.EMAIL, "a@example.com", TemplateUse.of(HELLO, TemplateUse.NONE));
    assertThat(here().accept(mail).refusal().orElseThrow())
        .hasMessageContaining("template: hello of sms (expected: one of email)");
  }

  @Test
  void many_messages_are_accepted_each_once() {
    List<NewMessage> many =
        IntStream.range(0, 5_000)
            .mapToObj(i -> i % 2 == 0 ? sms(i) : sms(i).key("many-" + i))
            .toList();
    List<String> ids =
        here().accept(many).stream().map(answer -> answer.message().orElseThrow()).toList();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(ids);
  }

  private List<String> texts() {
    return messages().stream()
        .map(Message::content)
        .map(content -> content.text().orElseThrow())
        .toList();
  }
}
