package io.messina.bench.peers;

import io.messina.bench.figures.JvmProcess;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The load of an arm, in a JVM whose CPU time is the clients'. */
final class LoadProcess implements AutoCloseable {

  /** Compilers that end would take their time along; the heap is that of Kafka's own tools. */
  static final List<String> JAVA_OPTIONS = List.of("-XX:-UseDynamicNumberOfCompilerThreads");

  private static final String HEAP = "-Xmx512m";

  private final JvmProcess process;

  private LoadProcess(JvmProcess process) {
    this.process = process;
  }

  /**
   * Starts a load, which connects and creates what it needs.
   *
   * @throws IOException with a sentence, where it cannot
   */
  static LoadProcess start(PeerArm arm, String address) throws IOException {
    List<String> options = new ArrayList<>(JAVA_OPTIONS);
    options.add(HEAP);
    String classPath = JvmProcess.ownClassPath();
    if (arm.server() == PeerArm.Server.KAFKA) {
      classPath += File.pathSeparator + KafkaJars.classPath();
    }
    LoadProcess load =
        new LoadProcess(
            JvmProcess.start(
                classPath, options, LoadMain.class.getName(), List.of(arm.name(), address)));
    try {
      var _ = load.answer(load.process.read());
      return load;
    } catch (IOException | RuntimeException e) {
      load.close();
      throw e;
    }
  }

  long pid() {
    return process.pid();
  }

  void prepare(Duration length) throws IOException {
    var _ = answer(process.ask(LoadMain.PREPARE + length.toMillis()));
  }

  Answered run(Duration length) throws IOException {
    return Answered.parse(answer(process.ask(LoadMain.RUN + length.toMillis())));
  }

  void check() throws IOException {
    var _ = answer(process.ask(LoadMain.CHECK));
  }

  /** Libraries may say something in between. */
  private String answer(String first) throws IOException {
    String line = first;
    while (!line.startsWith(LoadMain.DONE)) {
      if (line.startsWith(LoadMain.FAILED)) {
        throw new IOException(line.substring(LoadMain.FAILED.length()));
      }
      line = process.read();
    }
    return line.substring(LoadMain.DONE.length());
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
