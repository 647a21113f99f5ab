package io.messina.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class EventAddressTest extends AddressContract {

  EventAddressTest() {
    super(
        "event id",
        18,
        EventAddress::parse,
        new EventAddress(3, 4095, 17, new Position(5, 1_000_000)),
        "AQAAAAMP_wAAABEAAAUAAA9CQDv9");
  }

  @Property
  void what_is_written_is_read(
      @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int generation,
      @ForAll @IntRange(max = 4095) int shard,
      @ForAll @IntRange(min = 0, max = Integer.MAX_VALUE) int segment,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long position) {
    EventAddress id = new EventAddress(generation, shard, segment, Position.unpack(position));
    assertThat(EventAddress.parse(id.toString())).isEqualTo(id);
    assertThat(id.toString()).matches("[A-Za-z0-9_-]{28}");
  }
}
