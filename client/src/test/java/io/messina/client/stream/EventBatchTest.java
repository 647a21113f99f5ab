package io.messina.client.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.api.KeyToken;
import io.messina.api.StreamOptions;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class EventBatchTest {

  private static final Path VECTORS = Path.of("../clients/batch-vectors.json");

  /** Of the Python client too, and made by a third encoder. */
  private static JsonNode vectors() {
    return new ObjectMapper().readTree(VECTORS.toFile());
  }

  @Test
  void tokens_are_those_of_the_vectors() {
    JsonNode tokens = vectors().get("tokens");
    assertThat(tokens.size()).isPositive();
    for (JsonNode row : tokens) {
      byte[] key = row.get("key").asString().getBytes(StandardCharsets.UTF_8);
      assertThat(Long.toString(KeyToken.of(key, 0, key.length)))
          .as(row.get("key").asString())
          .isEqualTo(row.get("token").asString());
    }
  }

  @Test
  void bodies_are_those_of_the_vectors() {
    JsonNode batches = vectors().get("batches");
    assertThat(batches.size()).isPositive();
    for (JsonNode row : batches) {
      List<PendingEvent> events = new ArrayList<>();
      row.get("events").forEach(event -> events.add(pending(event)));
      EventBatch batch =
          EventBatch.of(
              row.get("shards").asInt(), events, Integer.MAX_VALUE, row.get("keyless").asInt());
      assertThat(HexFormat.of().formatHex(batch.body()))
          .as(row.get("name").asString())
          .isEqualTo(row.get("body_hex").asString());
    }
  }

  private static PendingEvent pending(JsonNode fields) {
    byte[] payload = HexFormat.of().parseHex(fields.get("payload_hex").asString());
    NewEvent event = NewEvent.of(Payload.bytes(payload, fields.get("content_type").asString()));
    if (fields.has("key")) {
      event = event.withKey(fields.get("key").asString());
    }
    if (fields.has("second")) {
      event =
          event.withTime(
              Instant.ofEpochSecond(fields.get("second").asLong(), fields.get("nano").asLong()));
    }
    for (Map.Entry<String, JsonNode> header : fields.get("headers").properties()) {
      event = event.withHeader(header.getKey(), header.getValue().asString());
    }
    return new PendingEvent(event);
  }

  @Property
  void what_is_written_is_read_or_no_text_of_utf8(
      @ForAll @StringLength(min = 1, max = 40) String key,
      @ForAll @StringLength(max = 20) String header,
      @ForAll @StringLength(min = 1, max = 128) String contentType,
      @ForAll byte[] payload,
      @ForAll boolean hasTime,
      @ForAll long second,
      @ForAll int nano) {
    Instant time =
        Instant.ofEpochSecond(second % 31_556_889_864_403_199L, Math.floorMod(nano, 1_000_000_000));
    NewEvent bare = NewEvent.of(key, Payload.bytes(payload, contentType)).withHeader("h", header);
    NewEvent event = hasTime ? bare.withTime(time) : bare;
    if (!isUtf8(key) || !isUtf8(header) || !isUtf8(contentType)) {
      assertThatIllegalArgumentException().isThrownBy(() -> new PendingEvent(event));
      return;
    }
    PendingEvent pending = new PendingEvent(event);
    byte[] body = EventBatch.of(4, List.of(pending), 1, 0).body();
    byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
    assertThat(BatchReading.of(body))
        .containsExactly(
            new BatchReading.Read(
                KeyToken.shard(KeyToken.of(utf8, 0, utf8.length), 4),
                Optional.of(key),
                event.time().map(Instant::getEpochSecond),
                event.time().map(Instant::getNano).orElse(0),
                Map.of("h", header),
                contentType,
                new String(payload, StandardCharsets.ISO_8859_1)));
    assertThat(body.length).isLessThanOrEqualTo(1 + 22 + pending.bytes());
  }

  private static boolean isUtf8(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  @Property(tries = 200)
  void a_batch_has_the_first_events_that_fit_in_the_order_of_each_shard(
      @ForAll @Size(min = 1, max = 200) List<@StringLength(max = 3) String> keys,
      @ForAll byte bytes) {
    List<PendingEvent> events = new ArrayList<>();
    for (String key : keys) {
      NewEvent event = NewEvent.of(Payload.json("" + events.size()));
      if (isUtf8(key)) {
        events.add(new PendingEvent(key.isEmpty() ? event : event.withKey(key)));
      }
    }
    if (events.isEmpty()) {
      return;
    }
    int bytesMax = 40 * Byte.toUnsignedInt(bytes);
    EventBatch batch = EventBatch.of(8, events, bytesMax, 3);
    byte[] body = batch.body();
    List<BatchReading.Read> read = BatchReading.of(body);
    assertThat(read)
        .extracting(BatchReading.Read::payload)
        .containsExactlyElementsOf(
            batch.events().stream().map(event -> event.event().payload().text()).toList());
    assertThat(batch.events())
        .containsExactlyInAnyOrderElementsOf(events.subList(0, batch.events().size()));
    for (int shard = 0; shard < 8; shard++) {
      int of = shard;
      assertThat(
              read.stream()
                  .filter(event -> event.shard() == of)
                  .map(event -> Integer.parseInt(event.payload()))
                  .toList())
          .isSorted();
    }
    assertThat(body.length <= bytesMax || read.size() == 1).isTrue();
  }

  @Test
  void a_part_is_no_larger_than_a_row_unless_it_is_one_event() {
    PendingEvent large = new PendingEvent(NewEvent.of("a", Payload.bytes(new byte[1 << 20])));
    PendingEvent small = new PendingEvent(NewEvent.of("a", Payload.bytes(new byte[1000])));
    assertThat(EventBatch.of(4, List.of(large, small), Integer.MAX_VALUE, 0).events()).hasSize(1);
    assertThat(EventBatch.of(4, List.of(small, large), Integer.MAX_VALUE, 0).events()).hasSize(1);
    List<PendingEvent> many = IntStream.range(0, 400).mapToObj(i -> small).toList();
    assertThat(EventBatch.of(4, many, Integer.MAX_VALUE, 0).events()).hasSize(254);
  }

  @Test
  void events_without_a_key_fill_one_shard_and_then_the_next() {
    PendingEvent event = new PendingEvent(NewEvent.of(Payload.bytes(new byte[1000])));
    List<PendingEvent> many = IntStream.range(0, 400).mapToObj(i -> event).toList();
    List<BatchReading.Read> read =
        BatchReading.of(EventBatch.of(4, many, Integer.MAX_VALUE, 7).body());
    assertThat(read).hasSize(400);
    assertThat(read).extracting(BatchReading.Read::shard).startsWith(3).endsWith(0);
  }

  @Test
  void what_only_the_server_can_know_fits_no_batch() {
    StreamOptions plain = StreamOptions.defaults();
    PendingEvent bare = new PendingEvent(NewEvent.of(Payload.json("{}")));
    PendingEvent full =
        new PendingEvent(NewEvent.of("k", Payload.json("{}")).withTime(Instant.EPOCH));
    assertThat(bare.fitsBatch(plain)).isTrue();
    assertThat(bare.fitsBatch(plain.key("/k"))).isFalse();
    assertThat(bare.fitsBatch(plain.time("/t"))).isFalse();
    assertThat(full.fitsBatch(plain.key("/k").time("/t"))).isTrue();
    PendingEvent wide = new PendingEvent(NewEvent.of("ä".repeat(600), Payload.json("{}")));
    assertThat(wide.fitsBatch(plain)).isFalse();
  }
}
