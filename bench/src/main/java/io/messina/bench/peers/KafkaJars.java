package io.messina.bench.peers;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of Kafka's jars, which are in no class path of this process. */
final class KafkaJars {

  private static final String FOLDER = "messina.kafka.jars";

  private KafkaJars() {}

  /**
   * Their class path.
   *
   * @throws MissingPeerException where they are not there
   */
  static String classPath() {
    Path folder = Path.of(System.getProperty(FOLDER, "kafka-jars/target/unchecked/lib"));
    if (!Files.isDirectory(folder)) {
      throw new MissingPeerException(
          "Kafka's jars are not in "
              + folder
              + ": ./messina bench peers fetches them from Maven Central, where it can be reached");
    }
    return folder.toAbsolutePath() + "/*";
  }
}
