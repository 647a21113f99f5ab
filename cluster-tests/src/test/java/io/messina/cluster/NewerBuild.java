package io.messina.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The next version of Messina, as far as servers of this one can tell: this build, with the
 * versions of its formats and of the peers' protocol raised by one.
 *
 * @param classes that come before those of this build
 */
record NewerBuild(Path classes) {

  /** A source, the text in it, and the text in its place. */
  private record Raised(String source, String now, String next) {}

  private static final String STREAM = "stream/src/main/java/io/messina/stream/";

  private static final List<Raised> RAISED =
      List.of(
          new Raised(
              "runtime/src/main/java/io/messina/runtime/FormatLevel.java",
              "NEWEST = 1;",
              "NEWEST = 2;"),
          new Raised(
              STREAM + "log/RecordBatchCodec.java",
              "FormatVersions.of(1, 3);",
              "FormatVersions.of(1, 3, 4);"),
          new Raised(
              STREAM + "delivery/StateImageCodec.java",
              "FormatVersions.of(3, 3);",
              "FormatVersions.of(3, 3, 4);"),
          new Raised(
              "peers/src/main/java/io/messina/peers/Handshake.java",
              "HIGHEST = 1;",
              "HIGHEST = 2;"));

  /**
   * Compiles it.
   *
   * @param folder an empty one
   */
  static NewerBuild in(Path folder) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Raised raised : RAISED) {
      Path source = Path.of("..").resolve(raised.source());
      String text = Files.readString(source);
      assertThat(text).as(source.toString()).containsOnlyOnce(raised.now());
      Path changed = folder.resolve(source.getFileName());
      sources.add(Files.writeString(changed, text.replace(raised.now(), raised.next())));
    }
    Path classes = Files.createDirectory(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  null,
                  files,
                  null,
                  List.of("-d", classes.toString(), "-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).isTrue();
    }
    return new NewerBuild(classes);
  }
}
