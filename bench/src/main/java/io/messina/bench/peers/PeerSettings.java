package io.messina.bench.peers;

import io.messina.bench.figures.Flags;
import io.messina.bench.http.ServerProcess;
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
 * @param warmUp the length of the first round of each arm, which does not count
 * @param arms at least one
 * @param baseline {@code bench/target/unchecked} of another build, to compare with
 * @param javaOptions of Messina's JVM
 * @param format of the result
 */
record PeerSettings(
    int rounds,
    Duration length,
    Duration warmUp,
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
        --rounds N          rounds of each arm, in changing order (5)
        --seconds N         length of a round (5)
        --warm-up N         seconds of one more round of each arm before them, which does not count (10)
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
    Optional<Path> baseline = flags.find("--baseline").map(Path::of);
    // Refused now rather than when others have started.
    baseline.ifPresent(ServerProcess::classPathOf);
    return new PeerSettings(
        flags.number("--rounds", 5),
        Duration.ofSeconds(flags.number("--seconds", 5)),
        Duration.ofSeconds(flags.number("--warm-up", 10)),
        flags
            .find("--arms")
            .map(names -> Stream.of(names.split(",", -1)).map(PeerArm::parse).distinct().toList())
            .orElse(List.of(PeerArm.values())),
        baseline,
        flags.words("--java"),
        format);
  }
}
