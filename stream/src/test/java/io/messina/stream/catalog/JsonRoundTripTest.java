package io.messina.stream.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Backoff;
import io.messina.api.Delivery;
import io.messina.api.GroupLimits;
import io.messina.api.GroupOptions;
import io.messina.api.Json;
import io.messina.api.NewGroup;
import io.messina.api.Order;
import io.messina.api.Placement;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.stream.StreamId;
import io.messina.stream.log.ShardSalts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JsonRoundTripTest {

  private static final StreamId EDITS = new StreamId(new StreamName("edits"), 1);
  private static final long RETENTION_SECONDS_MAX = Duration.ofDays(36_500).toSeconds();
  private static final long FIRST_SECOND = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
  private static final long LEASE_SECONDS_MAX = GroupOptions.LEASE_MAX.toSeconds();

  @Property
  void a_streams_options_are_read_as_they_were_written(
      @ForAll long seed, @ForAll String key, @ForAll String time, @ForAll String schema) {
    SplittableRandom random = new SplittableRandom(seed);
    StreamOptions options =
        new StreamOptions(
            1 << random.nextInt(13),
            maybe(random, duration(random, 1, RETENTION_SECONDS_MAX)),
            duration(random, 0, StreamOptions.DEDUPLICATE_MAX.toSeconds()),
            maybe(random, key),
            maybe(random, time),
            maybe(random, new Json(JsonMapper.shared().writeValueAsString(schema))),
            random.nextBoolean() ? Placement.ANY : Placement.CORE);
    ShardSalts salts =
        options.placement() == Placement.ANY
            ? ShardSalts.NONE
            : new ShardSalts(random.ints(options.shards(), 0, 100_000).boxed().toList());
    CatalogStream stream = new CatalogStream(EDITS, options, salts, List.of());
    assertThat(KeptStream.read(EDITS, KeptStream.write(stream))).isEqualTo(stream);
  }

  @Property
  void a_group_is_read_as_it_was_written(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Start start =
        switch (random.nextInt(3)) {
          case 0 -> Start.earliest();
          case 1 -> Start.latest();
          default -> Start.since(moment(random));
        };
    NewGroup group = new NewGroup(start, options(random));
    assertThat(Wire.read(Wire.write(group), NewGroup.class)).isEqualTo(group);
  }

  @Test
  void a_person_can_read_it() {
    assertThat(KeptStream.write(new CatalogStream(EDITS, StreamOptions.DEFAULT)))
        .isEqualTo(
            "{\"shards\":16,\"retention\":\"7d\",\"deduplicate\":\"10m\",\"placement\":\"any\"}");
    assertThat(Wire.write(new NewGroup(Start.latest(), GroupOptions.DEFAULT)))
        .isEqualTo(
            "{\"start\":\"latest\",\"lease\":\"30s\",\"max_attempts\":5,"
                + "\"backoff\":{\"first\":\"1s\",\"longest\":\"1m\",\"jitter_percent\":20},"
                + "\"order\":\"none\",\"delivery\":\"at_least_once\","
                + "\"max_in_flight\":2000,\"max_concurrent_per_key\":0,"
                + "\"rate_limit\":0,\"max_unfinished\":10000}");
  }

  @Test
  void fields_of_a_newer_version_do_no_harm_and_missing_ones_have_their_defaults() {
    assertThat(
            KeptStream.read(EDITS, "{\"colour\":{\"of\":[\"money\"]},\"retention\":\"forever\"}"))
        .isEqualTo(
            new CatalogStream(
                EDITS,
                new StreamOptions(
                    16,
                    Optional.empty(),
                    Duration.ofMinutes(10),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Placement.ANY)));
    assertThat(Wire.read("{\"colour\":1,\"backoff\":{\"weight\":2}}", NewGroup.class))
        .isEqualTo(NewGroup.DEFAULT);
    assertThat(Wire.read("{}", NewGroup.class)).isEqualTo(NewGroup.DEFAULT);
  }

  @Test
  void what_is_no_definition_is_refused() {
    for (String json : new String[] {"", "[]", "{\"shards\":\"many\"}", "{\"retention\":\"7y\"}"}) {
      assertThatThrownBy(() -> KeptStream.read(EDITS, json)).isInstanceOf(RuntimeException.class);
    }
    assertThatThrownBy(() -> Wire.read("{\"order\":\"random\"}", NewGroup.class))
        .isInstanceOf(RuntimeException.class);
  }

  private static GroupOptions options(SplittableRandom random) {
    Duration longest = duration(random, 1, LEASE_SECONDS_MAX);
    return new GroupOptions(
        duration(random, 1, LEASE_SECONDS_MAX),
        random.nextInt(1, GroupOptions.ATTEMPTS_MAX + 1),
        new Backoff(Duration.ofMillis(random.nextInt(1, 1_000)), longest, random.nextInt(101)),
        random.nextBoolean() ? Order.NONE : Order.KEY,
        random.nextBoolean() ? Delivery.AT_LEAST_ONCE : Delivery.AT_MOST_ONCE,
        new GroupLimits(
            random.nextInt(1, GroupLimits.UNFINISHED_MAX),
            random.nextInt(GroupLimits.UNFINISHED_MAX),
            random.nextInt(Integer.MAX_VALUE),
            random.nextInt(1, GroupLimits.UNFINISHED_MAX)));
  }

  private static Instant moment(SplittableRandom random) {
    long second = random.nextLong(FIRST_SECOND, LAST_SECOND);
    return Instant.ofEpochSecond(second, random.nextInt(1_000_000_000));
  }

  private static Duration duration(SplittableRandom random, long from, long below) {
    long seconds = random.nextLong(from, Math.max(from + 1, below >> random.nextInt(40)));
    return random.nextBoolean()
        ? Duration.ofSeconds(seconds)
        : Duration.ofSeconds(seconds, random.nextInt(1_000) * 1_000_000L);
  }

  private static <T> Optional<T> maybe(SplittableRandom random, T value) {
    return random.nextBoolean() ? Optional.of(value) : Optional.empty();
  }
}
