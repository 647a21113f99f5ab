package io.messina.server.aggregates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.snapshot.DirectorySnapshotPlace;
import io.messina.server.config.ConfigurationException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenSnapshotsTest {

  private static final String BUCKET =
      "s3://snapshots?endpoint=http://127.0.0.1:1&region=here&path_style=true";

  private final String jars = System.getProperty(OpenSnapshots.JARS, "");

  @TempDir private Path folder;

  @AfterEach
  void set_back() {
    System.setProperty(OpenSnapshots.JARS, jars);
  }

  @Test
  void a_bucket_is_opened_by_jars_that_the_class_path_does_not_have() {
    try (OpenSnapshots snapshots = OpenSnapshots.at(BUCKET)) {
      assertThat(snapshots.place()).hasToString("s3://snapshots/ at http://127.0.0.1:1");
      assertThat(snapshots.place().getClass().getClassLoader())
          .isInstanceOf(URLClassLoader.class)
          .isSameAs(snapshots.classes().orElseThrow());
    }
  }

  @Test
  void a_folder_needs_no_jars() {
    System.setProperty(OpenSnapshots.JARS, "");
    try (OpenSnapshots snapshots = OpenSnapshots.at(folder.toString())) {
      assertThat(snapshots.place()).isInstanceOf(DirectorySnapshotPlace.class);
      assertThat(snapshots.classes()).isEmpty();
    }
  }

  @Test
  void a_bucket_without_its_jars_is_refused_in_one_sentence() {
    for (String none : new String[] {"", folder.toString(), folder.resolve("none").toString()}) {
      System.setProperty(OpenSnapshots.JARS, none);
      for (ThrowingCallable use :
          List.<ThrowingCallable>of(
              () -> OpenSnapshots.at(BUCKET), () -> OpenSnapshots.check(BUCKET))) {
        assertThatThrownBy(use)
            .isInstanceOf(ConfigurationException.class)
            .hasMessage(
                "snapshots: a bucket needs the jars of aggregate-s3 (expected: their folder in the"
                    + " system property messina.s3.jars)");
      }
    }
    OpenSnapshots.check(folder.toString());
  }

  @Test
  void a_bucket_that_cannot_be_opened_is_refused_too() {
    assertThatThrownBy(() -> OpenSnapshots.at("s3://snapshots?endpoint=elsewhere"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("(expected: s3://bucket/prefix?endpoint=");
  }
}
