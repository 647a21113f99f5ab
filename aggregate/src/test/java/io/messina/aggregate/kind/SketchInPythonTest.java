package io.messina.aggregate.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.messina.store.Bytes;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** The readers of the Python client, on what Java has written. */
@Timeout(120)
class SketchInPythonTest {

  private static final Path CLIENT = Path.of("../clients/python");

  /** Of so many runs, the standard error is met within a tenth in two of three cases. */
  private static final int RUNS = 60;

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
  void sketches_are_merged_and_estimated_in_python_as_in_java() throws Exception {
    List<Sketch> sketches = new ArrayList<>();
    for (int precision = Sketch.PRECISION_MIN; precision <= Sketch.PRECISION_MAX; precision += 2) {
      for (int members : new int[] {0, 1, 31, 33, 600, 2_100, 20_000, 300_000}) {
        sketches.add(sketch(precision, members));
      }
    }
    for (double share : new double[] {0.002, 0.02, 0.5, 0.9}) {
      sketches.add(extreme(share));
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

  @FullBuild("What they estimate is what Java does.")
  @Test
  void estimates_of_merged_sketches_are_within_the_standard_error_in_python() throws Exception {
    int precision = 12;
    int members = 20_000;
    List<Sketch> sketches = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      SplittableRandom random = new SplittableRandom(run);
      Sketch one = new Sketch(precision);
      Sketch other = new Sketch(precision);
      for (int i = 0; i < members; i++) {
        (random.nextBoolean() ? one : other).add(random.nextLong());
      }
      sketches.add(one);
      sketches.add(other);
    }
    double squares = 0;
    for (String answer : python(SKETCHES, pairs(sketches))) {
      double error = Double.parseDouble(answer.split(" ", -1)[2]) / members - 1;
      squares += error * error;
    }
    double standardError = 0.78 / Math.sqrt(1 << precision);
    assertThat(Math.sqrt(squares / RUNS)).isBetween(0.7 * standardError, 1.3 * standardError);
  }

  @Test
  void bitmaps_are_united_and_counted_in_python_as_in_java() throws Exception {
    List<String> lines = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int seed = 0; seed < 24; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      boolean isNarrow = seed % 4 == 3;
      Roaring64Bitmap one = bitmap(random, isNarrow);
      Roaring64Bitmap other = bitmap(random, isNarrow);
      lines.add(
          isNarrow
              ? "32 " + hex(narrow(one)) + " " + hex(narrow(other))
              : "64 " + hex(inChunks(one)) + " " + hex(PortableBitmap.encode(other)));
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
  private static Sketch extreme(double share) {
    int precision = Sketch.PRECISION_MIN;
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
    return hex(sketch.encode());
  }

  private static String hex(Bytes bytes) {
    return HexFormat.of().formatHex(bytes.toArray());
  }

  /** With containers of each kind: few members, many at random, and runs. */
  private static Roaring64Bitmap bitmap(SplittableRandom random, boolean isNarrow) {
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    for (int container = random.nextInt(7); container > 0; container--) {
      long high = (isNarrow ? random.nextLong(3) : random.nextLong(1L << 24)) << 16;
      switch (random.nextInt(3)) {
        case 0 -> bitmap.addLong(high + random.nextInt(1 << 16));
        case 1 -> random.ints(9_000, 0, 1 << 16).forEach(low -> bitmap.addLong(high + low));
        default ->
            bitmap.addRange(high + random.nextInt(9_000), high + 9_000 + random.nextInt(40_000));
      }
    }
    if (random.nextBoolean()) {
      bitmap.runOptimize();
    }
    return bitmap;
  }

  private static String counted(Roaring64Bitmap bitmap) {
    return bitmap.getLongCardinality() + " " + bitmap.stream().sum();
  }

  /** As the server makes it of the parts of a group. */
  private static Bytes inChunks(Roaring64Bitmap bitmap) {
    SortedMap<Integer, RoaringBitmap> chunks = new TreeMap<>();
    bitmap.forEach(
        member ->
            chunks
                .computeIfAbsent((int) (member >>> 32), _ -> new RoaringBitmap())
                .add((int) member));
    PortableBitmap portable = new PortableBitmap();
    chunks.forEach(portable::add);
    return portable.encode();
  }

  private static Bytes narrow(Roaring64Bitmap bitmap) {
    RoaringBitmap narrow = new RoaringBitmap();
    bitmap.forEach(member -> narrow.add((int) member));
    narrow.runOptimize();
    ByteBuffer bytes =
        ByteBuffer.allocate(narrow.serializedSizeInBytes()).order(ByteOrder.LITTLE_ENDIAN);
    narrow.serialize(bytes);
    return Bytes.wrap(bytes.array());
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
