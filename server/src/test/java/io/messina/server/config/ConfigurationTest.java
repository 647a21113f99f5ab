package io.messina.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.rocksdb.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {

  @TempDir private Path folder;

  @Test
  void every_option_has_its_default() {
    Configuration configuration = Configuration.read(folder, Map.of(), Map.of());
    assertThat(configuration.get(Options.HOST)).isEqualTo("127.0.0.1");
    assertThat(configuration.get(Options.PORT)).isEqualTo(8420);
    assertThat(configuration.get(Options.STORE)).isEqualTo(Options.EMBEDDED);
    assertThat(configuration.get(Options.DATA)).isEqualTo(Path.of("messina-data"));
    assertThat(configuration.get(Options.DURABILITY)).isEqualTo(Durability.SYNC);
    assertThat(configuration.get(Options.BODY_MAX)).isEqualTo(8L << 20);
    assertThat(configuration.find(Options.DECOMPRESSED_MAX)).isEmpty();
    assertThat(configuration.find(Options.BODIES_MAX)).isEmpty();
    assertThat(configuration.get(Options.DRAIN_MAX)).isEqualTo(Duration.ofSeconds(10));
    assertThat(configuration.find(Options.READY_FILE)).isEmpty();
    assertThat(configuration.find(Options.MEMORY_MAX)).isEmpty();
    assertThat(configuration.table())
        .hasSize(Options.ALL.size())
        .allMatch(option -> option.source().equals("default"));
  }

  @Test
  void flags_go_before_variables_and_these_before_the_file() throws IOException {
    file("port: 1\nbody-max: 1MiB\ndrain-max: 5s\n");
    Configuration configuration =
        Configuration.read(
            folder,
            Map.of("MESSINA_PORT", "2", "MESSINA_BODY_MAX", "2MiB", "PATH", "/bin"),
            Map.of("--port", "3"));
    assertThat(configuration.get(Options.PORT)).isEqualTo(3);
    assertThat(configuration.get(Options.BODY_MAX)).isEqualTo(2L << 20);
    assertThat(configuration.get(Options.DRAIN_MAX)).isEqualTo(Duration.ofSeconds(5));
    assertThat(configuration.table())
        .extracting(
            option -> option.option().name(), ConfiguredOption::value, ConfiguredOption::source)
        .contains(
            org.assertj.core.groups.Tuple.tuple("port", "3", "--port"),
            org.assertj.core.groups.Tuple.tuple("body-max", "2MiB", "MESSINA_BODY_MAX"),
            org.assertj.core.groups.Tuple.tuple(
                "drain-max", "5s", "messina.yaml, line 3: drain-max"),
            org.assertj.core.groups.Tuple.tuple("host", "127.0.0.1", "default"));
  }

  @Test
  void another_file_may_be_named() throws IOException {
    Files.writeString(folder.resolve("other.yaml"), "port: 7");
    assertThat(
            Configuration.read(folder, Map.of("MESSINA_CONFIG", "other.yaml"), Map.of())
                .get(Options.PORT))
        .isEqualTo(7);
    assertWrong(
        Map.of(),
        Map.of("--config", "none.yaml"),
        "--config: none.yaml (expected: a file that exists)");
  }

  @Test
  void wrong_values_are_told_with_their_place_and_what_is_expected() throws IOException {
    assertWrong(
        Map.of(),
        Map.of("--port", "99999"),
        "--port: 99999 (expected: a whole number from 0 to 65535)");
    assertWrong(
        Map.of("MESSINA_DRAIN_MAX", "10"),
        Map.of(),
        "MESSINA_DRAIN_MAX: 10 (expected: a whole number with ms, s, m, h or d, as in 30s, from 0s"
            + " to 10m)");
    assertWrong(
        Map.of(),
        Map.of("--body-max", "1GiB"),
        "--body-max: 1GiB (expected: a whole number with B, KiB, MiB or GiB, as in 8MiB, from 1KiB"
            + " to 256MiB)");
    assertWrong(
        Map.of(), Map.of("--durability", "Sync"), "--durability: Sync (expected: sync or os)");
    assertWrong(Map.of(), Map.of("--data", ""), "--data:  (expected: a path)");
    file("\n# a remark\nport: x\n");
    assertWrong(
        Map.of(),
        Map.of(),
        "messina.yaml, line 3: port: x (expected: a whole number from 0 to 65535)");
  }

  @Test
  void a_host_has_neither_a_port_nor_a_path() {
    for (String wrong : List.of("", "a:1", "http://a", "a/b", "[::1]")) {
      assertWrong(
          Map.of(),
          Map.of("--host", wrong),
          "--host: "
              + wrong
              + " (expected: an address or a host name, as in 127.0.0.1, 0.0.0.0 or"
              + " messina-1.example.com)");
    }
  }

  @Test
  void a_store_is_embedded_or_a_keyspace() {
    assertThat(read("--store", "cql://db:9042/messina?dc=one").get(Options.STORE))
        .isEqualTo("cql://db:9042/messina?dc=one");
    assertWrong(
        Map.of(),
        Map.of("--store", "mysql://db"),
        "--store: mysql://db (expected: embedded, or cql://host:port/keyspace?dc=NAME)");
    assertWrong(
        Map.of(),
        Map.of("--store", "cql://db:9042/messina"),
        "--store: dc: none (expected: ?dc=NAME, the data centre of the database)");
  }

  @Test
  void passwords_are_known_and_never_shown() {
    Configuration configuration =
        Configuration.read(folder, Map.of("MESSINA_STORE_PASSWORD", "open sesame"), Map.of());
    assertThat(configuration.find(Options.STORE_PASSWORD)).contains("open sesame");
    assertThat(configuration.table().toString()).doesNotContain("sesame");
    assertThat(configuration.table())
        .filteredOn(option -> option.source().equals("MESSINA_STORE_PASSWORD"))
        .extracting(ConfiguredOption::value)
        .containsExactly("(hidden)");
  }

  @Test
  void unknown_options_are_refused_wherever_they_stand() throws IOException {
    assertWrong(
        Map.of(), Map.of("--prot", "1"), "--prot: no such option (expected: --host, --port,");
    assertWrong(
        Map.of("MESSINA_PROT", "1"),
        Map.of(),
        "MESSINA_PROT: no such option (expected: MESSINA_HOST");
    file("prot: 1");
    assertWrong(
        Map.of(), Map.of(), "messina.yaml, line 1: prot: no such option (expected: host, port,");
  }

  @Test
  void a_file_that_is_no_flat_mapping_is_refused() throws IOException {
    file("- port");
    assertWrong(Map.of(), Map.of(), "messina.yaml, line 1: not a mapping");
    file("port:\n  number: 1");
    assertWrong(Map.of(), Map.of(), "messina.yaml, line 1: port: not a single value");
    file("port: 1\nport: 2");
    assertWrong(Map.of(), Map.of(), "messina.yaml, line 2: port: given twice");
    file("port: [");
    assertWrong(Map.of(), Map.of(), "messina.yaml, line 1: not YAML: ");
    Files.write(folder.resolve("messina.yaml"), new byte[] {'a', ':', ' ', (byte) 0xe9, '\n'});
    assertWrong(Map.of(), Map.of(), "messina.yaml: not UTF-8 ");
    file("port:");
    assertWrong(Map.of(), Map.of(), "messina.yaml, line 1: port:  (expected: a whole number");
  }

  @Test
  void an_empty_file_says_nothing() throws IOException {
    file("# nothing\n");
    assertThat(Configuration.read(folder, Map.of(), Map.of()).get(Options.PORT)).isEqualTo(8420);
  }

  private Configuration read(String flag, String value) {
    return Configuration.read(folder, Map.of(), Map.of(flag, value));
  }

  private void file(String text) throws IOException {
    Files.writeString(folder.resolve(Configuration.FILE), text);
  }

  private void assertWrong(
      Map<String, String> environment, Map<String, String> flags, String message) {
    assertThatThrownBy(() -> Configuration.read(folder, environment, flags))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(message);
  }
}
