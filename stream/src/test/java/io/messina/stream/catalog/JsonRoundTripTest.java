package io.messina.stream.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.Backoff;
import io.messina.stream.delivery.GroupOptions;
import io.messina.stream.delivery.Guarantee;
import io.messina.stream.delivery.Limits;
import io.messina.stream.delivery.Order;
import io.messina.stream.placement.Placement;
import io.messina.stream.placement.ShardSalts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class JsonRoundTripTest {

  private static final StreamId EDITS = new StreamId(new StreamName("edits"), 1);
  private static final long RETENTION_SECONDS_MAX = Duration.ofDays(36_500).toSeconds();
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
            maybe(random, schema),
            random.nextBoolean() ? Placement.ANY : Placement.CORE);
    ShardSalts salts =
        options.placement() == Placement.ANY
            ? ShardSalts.NONE
            : new ShardSalts(random.ints(options.shards(), 0, 100_000).boxed().toList());
    assertThat(StreamJson.read(EDITS, StreamJson.write(options, salts)))
        .isEqualTo(new StreamDefinition(EDITS, options, salts));
  }

  @Property
  void a_group_is_read_as_it_was_written(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Start start =
        switch (random.nextInt(3)) {
          case 0 -> new Start.Earliest();
          case 1 -> new Start.Latest();
          default -> new Start.At(moment(random));
        };
    GroupOptions options = options(random);
    String json = GroupJson.write(start, options);
    assertThat(GroupJson.readStart(json)).isEqualTo(start);
    assertThat(GroupJson.readOptions(json)).isEqualTo(options);
  }

  @Test
  void a_person_can_read_it() {
    assertThat(StreamJson.write(StreamOptions.DEFAULT, ShardSalts.NONE))
        .isEqualTo("{\"shards\":16,\"retention\":\"7d\",\"deduplicate\":\"10m\"}");
    assertThat(GroupJson.write(new Start.Latest(), GroupOptions.DEFAULT))
        .isEqualTo(
            "{\"start\":\"latest\",\"lease\":\"30s\",\"max_attempts\":5,"
                + "\"backoff\":{\"first\":\"1s\",\"longest\":\"1m\",\"jitter_percent\":20},"
                + "\"order\":\"none\",\"delivery\":\"at_least_once\","
                + "\"limits\":{\"max_in_flight\":2000,\"max_concurrent_per_key\":0,"
                + "\"rate_limit\":0,\"unfinished\":10000}}");
  }

  @Test
  void fields_of_a_newer_version_do_no_harm_and_missing_ones_have_their_defaults() {
    assertThat(
            StreamJson.read(EDITS, "{\"colour\":{\"of\":[\"money\"]},\"retention\":\"forever\"}"))
        .isEqualTo(
            new StreamDefinition(
                EDITS,
                new StreamOptions(
                    16,
                    Optional.empty(),
                    Duration.ofMinutes(10),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Placement.ANY)));
    assertThat(GroupJson.readOptions("{\"colour\":1,\"limits\":{\"weight\":2}}"))
        .isEqualTo(GroupOptions.DEFAULT);
    assertThat(GroupJson.readStart("{}")).isEqualTo(new Start.Earliest());
  }

  @Test
  void what_is_no_definition_is_refused() {
    for (String json : new String[] {"", "[]", "{\"shards\":\"many\"}", "{\"retention\":\"7y\"}"}) {
      assertThatThrownBy(() -> StreamJson.read(EDITS, json)).isInstanceOf(RuntimeException.class);
    }
    assertThatThrownBy(() -> GroupJson.readOptions("{\"order\":\"random\"}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static GroupOptions options(SplittableRandom random) {
    Duration longest = duration(random, 1, LEASE_SECONDS_MAX);
    return new GroupOptions(
        duration(random, 1, LEASE_SECONDS_MAX),
        random.nextInt(1, GroupOptions.ATTEMPTS_MAX + 1),
        new Backoff(Duration.ofMillis(random.nextInt(1, 1_000)), longest, random.nextInt(101)),
        random.nextBoolean() ? Order.NONE : Order.KEY,
        random.nextBoolean() ? Guarantee.AT_LEAST_ONCE : Guarantee.AT_MOST_ONCE,
        new Limits(
            random.nextInt(1, Limits.UNFINISHED_MAX),
            random.nextInt(Limits.UNFINISHED_MAX),
            random.nextInt(Integer.MAX_VALUE),
            random.nextInt(1, Limits.UNFINISHED_MAX)));
  }

  private static Instant moment(SplittableRandom random) {
    long second =
        random.nextLong(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond())
            >> random.nextInt(40);
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
