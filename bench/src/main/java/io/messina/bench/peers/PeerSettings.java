package io.messina.bench.peers;

import io.messina.bench.figures.Flags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of a comparison.
 *
 * @param rounds of each arm, in changing order
 * @param length of a round
 * @param arms at least one
 * @param baseline {@code bench/target/unchecked} of another build, to compare with
 * @param javaOptions of Messina's JVM
 * @param format of the result
 */
record PeerSettings(
    int rounds,
    Duration length,
    List<PeerArm> arms,
    Optional<Path> baseline,
    List<String> javaOptions,
    Format format) {

  /** The form of the printed result. */
  enum Format {
    TEXT,
    MARKDOWN,
    JSON
  }

  static final String HELP =
      """
        --arms A,B          only these arms (all)
        --rounds N          rounds of each arm, in changing order; after one more that does not count (5)
        --seconds N         length of a round (5)
        --baseline FOLDER   another build to compare with, in turns: its folder bench/target/unchecked
        --java OPTIONS      options of the JVM of Messina's servers, as in "-Xmx1g -XX:+UseParallelGC"
        --markdown          prints the tables in Markdown
        --json              prints all figures of all rounds as JSON
      """;

  static PeerSettings read(List<String> arguments) {
    List<String> pairs = new ArrayList<>(arguments);
    Format format = Format.TEXT;
    if (pairs.remove("--markdown")) {
      format = Format.MARKDOWN;
    }
    if (pairs.remove("--json")) {
      format = Format.JSON;
    }
    Flags flags = Flags.read(HELP, pairs);
    return new PeerSettings(
        flags.number("--rounds", 5),
        Duration.ofSeconds(flags.number("--seconds", 5)),
        flags
            .find("--arms")
            .map(names -> Stream.of(names.split(",")).map(PeerArm::parse).distinct().toList())
            .orElse(List.of(PeerArm.values())),
        flags.find("--baseline").map(Path::of),
        flags.words("--java"),
        format);
  }
}
