package io.messina.stream.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.AttemptError;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.owner.SavedPosition;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of groups that other versions wrote. */
class FrozenBytesTest {

  private static Bytes bytes(String hex) {
    return Bytes.wrap(HexFormat.of().parseHex(hex));
  }

  private static String hex(Bytes bytes) {
    return HexFormat.of().formatHex(bytes.toArray());
  }

  private static Bytes newer(String hex) {
    return bytes("02" + hex.substring(2));
  }

  @Test
  void errors_of_a_dead_letter_stay_as_they_are() {
    List<AttemptError> failures = List.of(new AttemptError(3, "né"), new AttemptError(4, ""));
    String hex = "0100020000000300036ec3a9000000040000";
    assertThat(hex(FailuresCodec.encode(failures))).isEqualTo(hex);
    assertThat(FailuresCodec.decode(bytes(hex))).isEqualTo(failures);
    assertThatThrownBy(() -> FailuresCodec.decode(newer(hex)))
        .hasMessage("unreadable failures: version 2 (expected: 1)");
  }

  @Test
  void the_place_of_followers_stays_as_it_is() {
    SavedFollow follow = new SavedFollow(new Position(5, 17), "nöte");
    String hex = "0100000500000000116ec3b67465";
    assertThat(hex(follow.encode())).isEqualTo(hex);
    assertThat(SavedFollow.decode(bytes(hex))).isEqualTo(follow);
    assertThatThrownBy(() -> SavedFollow.decode(newer(hex)))
        .hasMessageContaining("bytes of version 1");
  }

  @Test
  void a_position_stays_as_it_is() {
    Position position = new Position(5, 17);
    String hex = "010000050000000011";
    assertThat(hex(SavedPosition.encode(position))).isEqualTo(hex);
    assertThat(SavedPosition.decode(bytes(hex))).isEqualTo(position);
    assertThatThrownBy(() -> SavedPosition.decode(newer(hex)))
        .hasMessageContaining("bytes of version 1");
  }
}
