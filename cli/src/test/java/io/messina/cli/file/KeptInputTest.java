package io.messina.cli.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptInputTest {

  @TempDir private Path folder;

  @Test
  void what_is_kept_of_standard_input_nobody_else_can_read() throws IOException {
    Path kept =
        KeptInput.keep(new ByteArrayInputStream("personal\n".getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(kept).hasContent("personal");
      assertThat(Files.getPosixFilePermissions(kept))
          .containsExactlyInAnyOrder(
              PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    } finally {
      Files.delete(kept);
    }
  }

  @Test
  void what_is_no_file_is_told_before_anything_is_read() {
    checkRefused(folder, "a folder (expected: a file, or - for stdin)");
    checkRefused(folder.resolve("none"), "not there (expected: a file, or - for stdin)");
  }

  @Test
  void a_pipe_is_kept_as_standard_input_is() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer = new ProcessBuilder("sh", "-c", "echo line > \"$0\"", pipe.toString()).start();
    try (KeptInput kept = KeptInput.of(InputFile.of(pipe.toString(), InputFormat.NDJSON))) {
      assertThat(kept.file().path()).hasContent("line");
      assertThat(kept.file().name()).isEqualTo(pipe.toString());
    } finally {
      writer.destroy();
    }
  }

  private static void checkRefused(Path path, String sentence) {
    InputFile file = InputFile.of(path.toString(), InputFormat.NDJSON);
    assertThatThrownBy(() -> KeptInput.of(file))
        .isInstanceOf(BadInputException.class)
        .hasMessage(path + ": " + sentence);
  }
}
