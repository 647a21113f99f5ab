package io.messina.features;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Its tests run on the engines that a class names, each on an empty store. */
@SuppressWarnings("NullAway.Init")
public abstract class OnEachEngine {

  /** The engine. */
  @Parameter protected TestEngine engine;

  /** Where its store is, if it has a folder. */
  @TempDir protected Path folder;

  /** The time. */
  protected final TestTime time = new TestTime();

  /** The features on the store. */
  @AutoClose protected FeatureRoom room;

  @BeforeEach
  void openRoom() {
    room = new FeatureRoom(engine.open(folder, time.wall()), time);
  }
}
