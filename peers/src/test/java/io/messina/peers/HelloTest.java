package io.messina.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Incarnation;
import java.util.HexFormat;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class HelloTest {

  /** Of every version, as it says which are spoken. */
  @Test
  void the_first_words_stay_as_they_are() {
    PeerIdentity identity =
        new PeerIdentity("c", "a:1", new Incarnation(new UUID(0x0102030405060708L, 9)));
    Hello hello = new Hello(1, 2, identity, "b:2", true, new byte[Hello.NONCE_BYTES]);
    String hex =
        "4d736e50000100020001630003613a31002430313032303330342d303530362d30373038"
            + "2d303030302d3030303030303030303030390003623a3201000000000000000000000000"
            + "0000000000000000000000000000000000000000";
    assertThat(HexFormat.of().formatHex(hello.encode())).isEqualTo(hex);
    Hello read = Hello.decode(HexFormat.of().parseHex(hex));
    assertThat(read.least()).isEqualTo(1);
    assertThat(read.highest()).isEqualTo(2);
    assertThat(read.identity()).isEqualTo(identity);
    assertThat(read.to()).isEqualTo("b:2");
    assertThat(read.secured()).isTrue();
    assertThat(read.nonce()).isEqualTo(hello.nonce());
  }
}
