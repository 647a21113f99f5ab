package io.messina.cli.demo;

import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code messina demo}. */
@Command(
    name = "demo",
    description = {
      "Write a day of Wikipedia edits to the embedded store, and read it back.",
      "",
      "The edits are real: 39,244 of 12 September 2015. Each is written on its own and acknowledged"
          + " once it is on disk; many writers at once share the disk's syncs. Then all are read"
          + " and compared with what was acknowledged, and a profile of each editor is stored.",
      "",
      "Nothing else needs to be installed, and nothing is left behind unless you name a folder or a"
          + " file.",
      ""
    },
    exitCodeList = {
      "0:every edit was acknowledged and read back as it was",
      "1:failure: a folder or file that cannot be used, a store that fails, an edit that differs",
      "2:a wrong call: unknown option or value"
    })
public final class DemoCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description =
          "Keep the data in this folder: a new or empty one, or one that a store wrote. A second"
              + " run on it deletes the edits of the first and writes them anew; other tables stay"
              + " as they are. By default a temporary folder is used and removed.")
  private @Nullable Path data;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also write the results to this file, replacing it: counts of events written,"
              + " acknowledged and read, seconds from the first write to the last check, profiles"
              + " of the ten busiest editors, and all channels, busiest first.")
  private @Nullable Path json;

  /** For picocli. */
  public DemoCommand() {}

  @Override
  public Integer call() {
    DemoSummary summary = new DemoSummary(spec.commandLine().getOut());
    Progress progress = Progress.onTerminal(spec.commandLine().getErr());
    ReportFile file = json == null ? ReportFile.none() : ReportFile.at(json);
    summary.printTitle();
    InstantSource clock = InstantSource.system();
    try (DemoFolder folder = data == null ? DemoFolder.temporary() : DemoFolder.at(data);
        Store store = RocksStore.open(folder.path(), RocksStoreOptions.DEFAULT, clock)) {
      summary.printFolder(folder);
      HybridClock timestamps = new HybridClock(clock, store.timestampFloorMicros());
      DemoRun run = new Demo(store, timestamps, progress).run();
      file.write(run.report());
      summary.print(run);
    }
    return 0;
  }
}
