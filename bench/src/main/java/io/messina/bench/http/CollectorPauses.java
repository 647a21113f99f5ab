package io.messina.bench.http;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** The pauses of this JVM's garbage collector. For many threads. */
final class CollectorPauses {

  private long longestMillis;
  private long totalMillis;

  private CollectorPauses() {}

  /** Begins to count. */
  static CollectorPauses start() {
    CollectorPauses pauses = new CollectorPauses();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (pauses(collector.getName()) && collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener((event, _) -> pauses.read(event), null, null);
      }
    }
    return pauses;
  }

  /** Not of the parts that run beside the program, by the names that the JDK gives them. */
  static boolean pauses(String collector) {
    return !collector.contains("Concurrent") && !collector.contains("Cycles");
  }

  private void read(Notification event) {
    if (event.getUserData() instanceof CompositeData data) {
      add(GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration());
    }
  }

  synchronized void add(long millis) {
    longestMillis = Math.max(longestMillis, millis);
    totalMillis += millis;
  }

  /**
   * Begins again.
   *
   * @return milliseconds of the longest pause and of all together since the last call, with a blank
   *     between them
   */
  synchronized String take() {
    String taken = String.format(Locale.ROOT, "%d %d", longestMillis, totalMillis);
    longestMillis = 0;
    totalMillis = 0;
    return taken;
  }
}
