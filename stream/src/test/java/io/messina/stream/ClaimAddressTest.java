package io.messina.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ClaimAddressTest extends AddressContract {

  ClaimAddressTest() {
    super(
        "receipt",
        30,
        ClaimAddress::parse,
        new ClaimAddress(3, 2, 1, 4095, new Position(5, 1_000_000), 77),
        "AQAAAAMAAAACAAAAAQ__AAAFAAAPQkAAAAAAAAAATaRB");
  }

  @Property
  void what_is_written_is_read(
      @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int generation,
      @ForAll @IntRange(min = 0, max = Integer.MAX_VALUE) int run,
      @ForAll @IntRange(max = 4095) int shard,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long position,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long claim) {
    ClaimAddress receipt =
        new ClaimAddress(generation, generation, run, shard, Position.unpack(position), claim);
    assertThat(ClaimAddress.parse(receipt.toString())).isEqualTo(receipt);
    assertThat(receipt.toString()).matches("[A-Za-z0-9_-]{44}");
  }
}
