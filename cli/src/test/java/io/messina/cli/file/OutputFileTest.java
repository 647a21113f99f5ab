package io.messina.cli.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {

  @TempDir private Path folder;

  @Test
  void two_writers_of_one_file_do_not_touch_what_the_other_writes() throws IOException {
    Path path = folder.resolve("out");
    String written =
        OutputFile.at(path)
            .write(
                text -> {
                  text.write("first to begin\n");
                  var _ = write(path, "last to begin\n");
                  assertThat(path).hasContent("last to begin");
                  return "done";
                });
    assertThat(written).isEqualTo("done");
    assertThat(path).hasContent("first to begin");
    assertThat(files()).containsExactly("out");
  }

  @Test
  void what_fails_leaves_what_was_there() throws IOException {
    Path path = Files.writeString(folder.resolve("out"), "as it was");
    assertThatThrownBy(
            () ->
                OutputFile.at(path)
                    .write(
                        _ -> {
                          throw new IOException("full");
                        }))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(path + " cannot be written: full");
    assertThat(path).hasContent("as it was");
    assertThat(files()).containsExactly("out");
  }

  private static String write(Path path, String content) {
    return OutputFile.at(path)
        .write(
            text -> {
              text.write(content);
              return content;
            });
  }

  private Stream<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }
}
