package io.messina.aggregate.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64NavigableMap;

/** The readers of the Python client, on what Java has written. */
class SketchInPythonTest {

  private static final Path CLIENT = Path.of("../clients/python");

  private static final String SKETCHES =
      """
      import sys
      from messina.sketches import Sketch
      for line in sys.stdin:
          one, other = [Sketch.from_bytes(bytes.fromhex(each)) for each in line.split()]
          alone = one.estimate()
          one.merge(other)
          print(repr(alone), one.to_bytes().hex(), repr(one.estimate()))
      """;

  private static final String BITMAPS =
      """
      import sys
      from messina.sketches import Bitmap
      for line in sys.stdin:
          bits, one, other = line.split()
          both = [Bitmap.from_bytes(bytes.fromhex(each), bits=int(bits)) for each in (one, other)]
          union = both[0] | both[1]
          print(len(both[0]), sum(both[0]), len(union), sum(union))
      """;

  @TempDir private Path folder;

  @BeforeEach
  void hasPython() throws InterruptedException {
    boolean found;
    try {
      found = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException _) {
      found = false;
    }
    assumeTrue(found, "python3: none on this machine (expected: 3.9 or newer)");
  }

  @Test
  @Timeout(120)
  void sketches_are_merged_and_estimated_in_python_as_in_java() throws Exception {
    List<Sketch> sketches = new ArrayList<>();
    for (int precision = Sketch.PRECISION_MIN; precision <= Sketch.PRECISION_MAX; precision++) {
      for (int members : new int[] {0, 1, 31, 33, 600, 2_100, 20_000, 300_000}) {
        sketches.add(sketch(precision, members));
      }
      sketches.add(extreme(precision, 0.002));
      sketches.add(extreme(precision, 0.5));
      sketches.add(extreme(precision, 0.9));
      sketches.add(sketch(precision, 5));
    }
    List<String> answers = python(SKETCHES, pairs(sketches));
    for (int i = 0; i < sketches.size(); i += 2) {
      Sketch one = sketches.get(i);
      String[] answer = answers.get(i / 2).split(" ", -1);
      assertSame(answer[0], one.estimate(), i);
      one.add(sketches.get(i + 1));
      assertThat(answer[1]).as("pair at %d", i).isEqualTo(hex(one));
      assertSame(answer[2], one.estimate(), i);
    }
    assertThat(answers).hasSize(sketches.size() / 2);
  }

  @Test
  @Timeout(120)
  void bitmaps_are_united_and_counted_in_python_as_in_java() throws Exception {
    List<String> lines = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int seed = 0; seed < 12; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int bits = seed % 2 == 0 ? 32 : 64;
      Roaring64NavigableMap one = bitmap(random, bits);
      Roaring64NavigableMap other = bitmap(random, bits);
      lines.add("%d %s %s".formatted(bits, portable(one, bits), portable(other, bits)));
      String alone = counted(one);
      one.or(other);
      expected.add(alone + " " + counted(one));
    }
    assertThat(python(BITMAPS, lines)).isEqualTo(expected);
  }

  /** To the last digits, as a sum in another order is rounded otherwise. */
  private static void assertSame(String estimate, double expected, int place) {
    double read = Double.parseDouble(estimate);
    assertThat(read).as("pair at %d", place).isCloseTo(expected, within(expected * 1e-12));
  }

  private static Sketch sketch(int precision, int members) {
    Sketch sketch = new Sketch(precision);
    SplittableRandom random = new SplittableRandom(members);
    for (int i = 0; i < members; i++) {
      sketch.add(random.nextLong());
    }
    return sketch;
  }

  /** As of more members than can be added: registers at the upper end of their range. */
  private static Sketch extreme(int precision, double share) {
    Sketch sketch = new Sketch(precision);
    SplittableRandom random = new SplittableRandom(precision);
    for (long place = 0; place < 1L << precision; place++) {
      for (int zeros = 0; zeros <= 64 - precision; zeros++) {
        if (zeros < 20 || random.nextDouble() < share) {
          long rest = zeros == 64 - precision ? 0 : 1L << (63 - precision - zeros);
          sketch.add(place << (64 - precision) | rest);
        }
      }
    }
    return sketch;
  }

  private static List<String> pairs(List<Sketch> sketches) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < sketches.size(); i += 2) {
      lines.add(hex(sketches.get(i)) + " " + hex(sketches.get(i + 1)));
    }
    return lines;
  }

  private static String hex(Sketch sketch) {
    return HexFormat.of().formatHex(sketch.encode().toArray());
  }

  /** With containers of each kind: few members, many at random, and runs. */
  private static Roaring64NavigableMap bitmap(SplittableRandom random, int bits) {
    Roaring64NavigableMap bitmap = new Roaring64NavigableMap();
    for (int container = random.nextInt(5); container > 0; container--) {
      long high = (bits == 32 ? random.nextLong(3) : random.nextLong(1L << 24)) << 16;
      switch (random.nextInt(3)) {
        case 0 -> bitmap.add(high + random.nextInt(1 << 16));
        case 1 -> random.ints(20_000, 0, 1 << 16).forEach(low -> bitmap.add(high + low));
        default ->
            bitmap.addRange(high + random.nextInt(9_000), high + 9_000 + random.nextInt(40_000));
      }
    }
    bitmap.runOptimize();
    return bitmap;
  }

  private static String counted(Roaring64NavigableMap bitmap) {
    return bitmap.getLongCardinality() + " " + bitmap.stream().sum();
  }

  private static String portable(Roaring64NavigableMap bitmap, int bits) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (bits == 64) {
      bitmap.serializePortable(new DataOutputStream(bytes));
    } else {
      RoaringBitmap narrow = new RoaringBitmap();
      bitmap.forEach(member -> narrow.add((int) member));
      narrow.runOptimize();
      narrow.serialize(new DataOutputStream(bytes));
    }
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  /** The lines that the program prints when it is given these. */
  private List<String> python(String program, List<String> lines) throws Exception {
    Path in = Files.write(folder.resolve("in"), lines);
    Path out = folder.resolve("out");
    ProcessBuilder python =
        new ProcessBuilder("python3", "-c", program)
            .redirectInput(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    python.environment().put("PYTHONPATH", CLIENT.toAbsolutePath().toString());
    python.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    assertThat(python.start().waitFor()).as(() -> read(out)).isZero();
    return read(out).lines().toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
