package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.store.Bytes;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RecordBatchFuzzTest {

  static Stream<Arguments> seeds() {
    return Batches.examples()
        .map(RecordBatchCodec::encode)
        .map(value -> arguments(value.toArray()));
  }

  @MethodSource("seeds")
  @FuzzTest
  void any_bytes_are_answered(byte[] value) {
    assertThat(RecordBatchCodec.decode(Bytes.copyOf(value))).isNotNull();
  }

  /** Else the checksum would keep nearly all tries from what lies behind it. */
  @MethodSource("seeds")
  @FuzzTest
  void any_bytes_with_their_checksum_are_answered(byte[] value) {
    if (value.length <= Values.CHECKSUM_BYTES) {
      return;
    }
    DecodedBatch decoded = RecordBatchCodec.decode(Values.withChecksum(value));
    if (decoded instanceof RecordBatch batch) {
      assertThat(RecordBatchCodec.decode(RecordBatchCodec.encode(batch))).isEqualTo(batch);
    }
  }
}
