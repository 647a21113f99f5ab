package io.messina.bench.enrich;

import io.messina.bench.figures.ArmName;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The distribution of events over keys. */
enum EnrichmentArm {
  UNIFORM("each key as often as any other", "at least 1.0 of unordered"),
  ZIPF(
      "the n-th key in proportion to 1/n",
      "at least 1.5 of unordered, at most 0.7 rounds per event"),
  SINGLE("one key only", "at least 50,000 events/s"),
  HOT_KEY(
      "latency of keys that share half of the load, 40,000 events/s, while one key takes the other"
          + " half, beside those keys alone",
      "p99 at most 1.2 times that without it");

  private final String meaning;
  private final String target;

  EnrichmentArm(String meaning, String target) {
    this.meaning = meaning;
    this.target = target;
  }

  static EnrichmentArm parse(String text) {
    return ArmName.parse(values(), text);
  }

  String meaning() {
    return meaning;
  }

  String target() {
    return target;
  }

  /** The keys of all events. */
  int[] keys(EnrichmentSettings settings, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] keys = new int[settings.events()];
    double[] sums = this == ZIPF ? zipf(settings.keys()) : new double[0];
    for (int i = 0; i < keys.length; i++) {
      keys[i] =
          switch (this) {
            case UNIFORM, HOT_KEY -> random.nextInt(settings.keys());
            case ZIPF -> drawn(sums, random);
            case SINGLE -> 0;
          };
    }
    return keys;
  }

  private static double[] zipf(int keys) {
    double[] sums = new double[keys];
    double sum = 0;
    for (int i = 0; i < keys; i++) {
      sum += 1.0 / (i + 1);
      sums[i] = sum;
    }
    return sums;
  }

  private static int drawn(double[] sums, SplittableRandom random) {
    int found = Arrays.binarySearch(sums, random.nextDouble() * sums[sums.length - 1]);
    return found < 0 ? -found - 1 : found;
  }

  @Override
  public String toString() {
    return ArmName.of(this);
  }
}
