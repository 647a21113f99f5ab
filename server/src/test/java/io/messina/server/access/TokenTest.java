package io.messina.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.access.TokenName;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {

  private static final String SECRET = "0123456789abcdef".repeat(4);

  @ParameterizedTest
  @ValueSource(strings = {"a", "shop", "of_messina_", "a.b-c"})
  void what_is_made_is_read_again(String name) {
    Token.Sent made = Token.Sent.random(new TokenName(name));
    assertThat(Token.Sent.parse(made.text())).contains(made);
    assertThat(made.name()).isEqualTo(name);
    assertThat(made.hash()).isNotEqualTo(Token.Sent.random(new TokenName(name)).hash());
  }

  /** Test vector of RFC 4634's algorithm: 32 bytes of zeros, as sha256sum has it. */
  @Test
  void a_secret_is_stored_by_its_hash() {
    String hash = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    SecretHash made = new Token.Sent("a", "0".repeat(64)).hash();
    assertThat(made).hasToString(hash).isEqualTo(SecretHash.parse(hash)).hasSameHashCodeAs(made);
    assertThat(made).isNotEqualTo(SecretHash.of(new byte[31]));
  }

  @Test
  void other_texts_are_no_tokens() {
    for (String text :
        new String[] {
          "",
          "messina_",
          "messina_a_",
          "messina__" + SECRET,
          "messina_" + SECRET,
          "messina-a_" + SECRET,
          "messina_a-" + SECRET,
          "messina_a_" + SECRET.substring(1),
          "messina_a_" + SECRET.substring(1) + "g",
          "messina_a_" + SECRET.substring(1) + "A",
          "messina_a_" + SECRET.substring(1) + "٣",
        }) {
      assertThat(Token.Sent.parse(text)).as(text).isEmpty();
    }
  }

  @Test
  void the_variables_of_a_path_fill_the_name_of_a_permission() {
    Permission permission = Permissions.of("addListItems");
    assertThat(permission.name(Map.of("entity_type", "a/b", "name", "c*"))).isEqualTo("a%2Fb/c%2A");
    assertThat(Permissions.of("listStreams").name(Map.of())).isEqualTo("*");
    assertThat(Permissions.of("listGroups").name(Map.of("stream", "$1"))).isEqualTo("$1/*");
  }
}
