package io.messina.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

final class LogOnceTest {

  private final Levels log = new Levels();
  private final LogOnce trouble = new LogOnce(log, "nothing can be read");

  @Test
  void the_same_trouble_is_told_once_and_its_end_once() {
    for (int i = 0; i < 10; i++) {
      trouble.failed(new StoreUnavailableException("try " + i));
    }
    trouble.succeeded();
    trouble.succeeded();

    assertThat(log.levels).containsExactly(Level.WARN, Level.INFO);
  }

  @Test
  void another_trouble_is_told_as_well() {
    trouble.failed(new StoreUnavailableException("away"));
    trouble.failed(new StoreException(StoreException.Code.DAMAGED, "damaged"));
    trouble.failed(new StoreException(StoreException.Code.CLOSED, "closed"));
    trouble.failed(new IllegalStateException("odd"));
    trouble.failed(new IllegalStateException("odd too"));

    assertThat(log.levels).containsExactly(Level.WARN, Level.WARN, Level.WARN, Level.WARN);
  }

  @Test
  void what_always_succeeds_is_never_told() {
    trouble.succeeded();

    assertThat(log.levels).isEmpty();
  }

  private static final class Levels extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1L;

    private final transient List<Level> levels = new ArrayList<>();

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String message,
        Object @Nullable [] arguments,
        @Nullable Throwable thrown) {
      levels.add(level);
    }

    @Override
    public boolean isTraceEnabled() {
      return true;
    }

    @Override
    public boolean isDebugEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }
}
