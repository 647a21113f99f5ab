package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.datastax.oss.driver.internal.core.metadata.token.Murmur3Token;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3TokenFactory;
import io.messina.store.Bytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class Murmur3Test {

  private static final Murmur3TokenFactory DRIVER = new Murmur3TokenFactory();

  @Property
  void a_token_is_that_of_the_driver(@ForAll @Size(max = 64) byte[] key) {
    assertSameAsDriver(key);
  }

  @Test
  void high_bytes_of_an_incomplete_block_are_signed_as_in_cassandra() {
    for (int length = 0; length <= 64; length++) {
      byte[] key = new byte[length];
      Arrays.fill(key, (byte) 0xff);
      assertSameAsDriver(key);
      for (int i = 0; i < length; i++) {
        byte[] one = new byte[length];
        one[i] = (byte) 0x80;
        assertSameAsDriver(one);
      }
    }
  }

  @Test
  void known_tokens() {
    assertThat(Murmur3.token(Bytes.EMPTY)).isZero();
    assertThat(Murmur3.token(Bytes.utf8("0"))).isEqualTo(3083240331115144064L);
    assertThat(Murmur3.token(Bytes.utf8("0123456789012"))).isEqualTo(-8491085681076064857L);
  }

  /** A key whose hash is the least long, found by running the hash backwards. */
  @Test
  void the_least_long_is_no_token() {
    Bytes key = Bytes.wrap(HexFormat.of().parseHex("ee961629b0b5ad1d319e18e83892dbed"));
    assertThat(Murmur3.token(key)).isEqualTo(Long.MAX_VALUE);
    assertSameAsDriver(key.toArray());
  }

  @Test
  void published_tokens() throws IOException {
    List<String[]> rows = PublishedVectors.rows("cassandra_murmur3_tokens.csv");
    assertThat(rows).isNotEmpty();
    for (String[] row : rows) {
      assertThat(token(row[0])).as(row[0]).isEqualTo(Long.parseLong(row[1]));
    }
  }

  @Test
  void published_cores_of_scylla() throws IOException {
    List<String[]> rows = PublishedVectors.rows("scylla_key_to_shard.csv");
    assertThat(rows).isNotEmpty();
    for (String[] row : rows) {
      long unsigned = token(row[0]) ^ Long.MIN_VALUE;
      long biased = unsigned << Integer.parseInt(row[2]);
      assertThat(Math.unsignedMultiplyHigh(biased, Long.parseLong(row[1])))
          .as(row[0])
          .isEqualTo(Long.parseLong(row[3]));
    }
  }

  private static long token(String hex) {
    return Murmur3.token(Bytes.wrap(HexFormat.of().parseHex(hex)));
  }

  private static void assertSameAsDriver(byte[] key) {
    Bytes bytes = Bytes.copyOf(key);
    Murmur3Token token = (Murmur3Token) DRIVER.hash(bytes.asByteBuffer());
    assertThat(Murmur3.token(bytes)).as("key %s", bytes).isEqualTo(token.getValue());
  }

  /**
   * Files of what other implementations answer, in the folder that the system property {@code
   * messina.test.vectors} names. A test that asks for one is skipped where it is absent.
   */
  static final class PublishedVectors {

    /** Seen from a module's folder: beside the project. */
    private static final String DEFAULT_FOLDER = "../../shared/data";

    private PublishedVectors() {}

    /** The rows of a CSV file without its head. */
    static List<String[]> rows(String name) throws IOException {
      Path file = Path.of(System.getProperty("messina.test.vectors", DEFAULT_FOLDER), name);
      assumeThat(file).exists();
      try (InputStream raw = Files.newInputStream(file);
          InputStream in = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw;
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        return lines.lines().skip(1).map(line -> line.split(",", -1)).toList();
      }
    }
  }
}
