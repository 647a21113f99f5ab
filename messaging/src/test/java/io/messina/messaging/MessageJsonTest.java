package io.messina.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.messina.api.Json;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageDetails;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageParts;
import io.messina.api.message.MessageRecipient;
import io.messina.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** That messages and events are read and written as {@link Wire} does, whatever is in them. */
class MessageJsonTest {

  private static final int TRIES = 5_000;
  private static final String[] TEXTS = {
    "",
    "a",
    "hello",
    "\"quoted\" \\ and /",
    "line\nand\ttab\u0001",
    "é ü 漢字 😀",
    "</script>",
    "\u2028",
    "half \ud83d of one"
  };

  private final SplittableRandom random = new SplittableRandom(7);

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private <T> Optional<T> maybe(Supplier<T> value) {
    return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
  }

  private String text() {
    return any(TEXTS);
  }

  private Instant time() {
    return Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000));
  }

  private MessageRecipient recipient() {
    return new MessageRecipient(
        new AccountName("shop" + random.nextInt(3)),
        any(Channel.values()),
        text(),
        maybe(this::text),
        maybe(this::text));
  }

  private MessageEvent event() {
    return new MessageEvent(
        text(),
        recipient(),
        any(MessageEventKind.values()),
        random.nextInt(5),
        time(),
        new MessageParts(
            random.nextBoolean() ? List.of() : List.of(text(), text()),
            maybe(() -> random.nextInt(9)),
            maybe(() -> random.nextInt(9))),
        new MessageDetails(
            maybe(this::text),
            maybe(this::text),
            maybe(this::text),
            maybe(this::time),
            maybe(this::text)));
  }

  private Message message() {
    Map<String, String> metadata = new LinkedHashMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      metadata.put(text() + i, text());
    }
    return new Message(
        text(),
        recipient(),
        maybe(this::text),
        new MessageContent(
            maybe(this::text),
            maybe(this::text),
            maybe(this::text),
            random.nextInt(4) == 0
                ? Optional.of(new Json("{\"hop\":[1,null]}"))
                : Optional.empty()),
        maybe(this::time),
        metadata,
        new RoutingState(
            random.nextInt(3),
            random.nextBoolean() ? List.of() : List.of("one", "two"),
            maybe(() -> random.nextInt(9))));
  }

  @Test
  void events_are_written_and_read_as_all_records_are() {
    for (int i = 0; i < TRIES; i++) {
      MessageEvent event = event();
      String json = Wire.write(event);
      assertThat(MessageJson.write(event)).isEqualTo(json);
      assertThat(MessageJson.event(utf8(json)))
          .isEqualTo(Wire.read(utf8(json), MessageEvent.class));
    }
  }

  @Test
  void messages_are_read_as_all_records_are() {
    for (int i = 0; i < TRIES; i++) {
      byte[] json = utf8(Wire.write(message()));
      assertThat(MessageJson.message(json)).isEqualTo(Wire.read(json, Message.class));
    }
  }

  @Test
  void a_message_that_is_chosen_is_written_as_another_one() {
    for (int i = 0; i < TRIES; i++) {
      Message message = message();
      Message leaving = message.chosen(random.nextInt(20));
      byte[] json = utf8(Wire.write(message));
      assertThat(MessageJson.chosen(leaving, json)).isEqualTo(Bytes.utf8(Wire.write(leaving)));
    }
  }

  @Test
  void json_that_nobody_here_has_written_is_read_as_by_all_or_refused() {
    for (int i = 0; i < TRIES; i++) {
      check(damaged(Wire.write(event())), MessageJson::event, MessageEvent.class);
      check(damaged(Wire.write(message())), MessageJson::message, Message.class);
    }
  }

  private <T> void check(byte[] json, Function<byte[], T> read, Class<T> type) {
    Throwable[] wanted = new Throwable[1];
    Object[] value = new Object[1];
    wanted[0] = catchThrowable(() -> value[0] = Wire.read(json, type));
    Object[] found = new Object[1];
    Throwable thrown = catchThrowable(() -> found[0] = read.apply(json));
    String shown = new String(json, StandardCharsets.UTF_8);
    assertThat(thrown == null).as(shown).isEqualTo(wanted[0] == null);
    assertThat(found[0]).as(shown).isEqualTo(value[0]);
  }

  /** Something is cut out of it, put into it, or is another value. */
  private byte[] damaged(String json) {
    int at = random.nextInt(json.length());
    return utf8(
        switch (random.nextInt(7)) {
          case 0 -> json.substring(0, at) + json.substring(Math.min(json.length(), at + 3));
          case 1 ->
              json.substring(0, at)
                  + any(new String[] {",", "\"", "}", "1", "null", " "})
                  + json.substring(at);
          case 2 ->
              json.replaceFirst(
                  "\"hop\":[0-9]+",
                  "\"hop\":" + any(new String[] {"null", "1.5", "\"1\"", "99999999999", "-1"}));
          case 3 ->
              json.replaceFirst(
                  "\\{", "{\"more\":" + any(new String[] {"1", "[]", "{}", "null", "\"x\""}) + ",");
          case 4 -> json.replaceFirst("\"to\":\"", "\"to\":null,\"x\":\"");
          case 5 -> json.replaceFirst("(sms|email|routed|sent)", "$1x");
          default -> json + any(new String[] {" ", "{}", "x"});
        });
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
