package io.messina.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.peers.Frame.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Bytes that are frames, nearly frames, and anything else. */
final class FrameFuzzTest {

  private static final int FRAMES = Integer.getInteger("messina.test.frames", 200_000);
  private static final byte[] KEY = PeerRig.bytes("the key of one direction");

  @Property(tries = 300)
  void what_is_written_is_read(
      @ForAll Kind kind,
      @ForAll long id,
      @ForAll boolean last,
      @ForAll @Size(max = 300) byte[] body,
      @ForAll boolean keyed)
      throws IOException {
    byte[] written = written(new Frame(kind, id, last, body), seal(keyed));
    Frame read = read(written, seal(keyed));
    assertThat(read.kind()).isEqualTo(kind);
    assertThat(read.id()).isEqualTo(id);
    assertThat(read.last()).isEqualTo(last);
    assertThat(read.body()).isEqualTo(body);
  }

  @Property(tries = 300)
  void a_frame_that_is_cut_is_the_end_of_the_stream(
      @ForAll @Size(max = 50) byte[] body, @ForAll @IntRange(max = 64) int left)
      throws IOException {
    byte[] written = written(Frame.of(Kind.ANSWER, body), Seal.checksum());
    byte[] cut = Arrays.copyOf(written, Math.min(left, written.length - 1));
    assertThatThrownBy(() -> read(cut, Seal.checksum())).isInstanceOf(EOFException.class);
  }

  /** More of them by {@code -Dmessina.test.frames=10000000}. */
  @Example
  void a_frame_with_a_changed_bit_is_never_taken() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < FRAMES; i++) {
      boolean keyed = random.nextBoolean();
      byte[] body = new byte[random.nextInt(40)];
      random.nextBytes(body);
      byte[] written = written(new Frame(Kind.REQUEST, random.nextLong(), true, body), seal(keyed));
      int bit = random.nextInt(8 * written.length);
      written[bit / 8] ^= (byte) (1 << bit % 8);
      assertNotTaken(written, seal(keyed));
    }
  }

  @Example
  void other_bytes_are_never_taken() throws IOException {
    Random random = new Random(8);
    for (int i = 0; i < FRAMES; i++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      if (bytes.length > 4 && random.nextBoolean()) {
        bytes[0] = 0;
        bytes[1] = 0;
        bytes[2] = 0;
      }
      assertNotTaken(bytes, Seal.checksum());
    }
  }

  @Example
  void with_a_key_no_frame_is_taken_twice_or_in_another_place() throws IOException {
    Seal sending = Seal.keyed(KEY);
    byte[] first = written(Frame.of(Kind.PING, Frame.NO_BODY), sending);
    byte[] second = written(Frame.of(Kind.PING, Frame.NO_BODY), sending);
    Seal receiving = Seal.keyed(KEY);
    assertThat(read(first, receiving).kind()).isEqualTo(Kind.PING);
    assertThatThrownBy(() -> read(first, receiving)).isInstanceOf(FrameException.class);
    assertThatThrownBy(() -> read(second, Seal.keyed(KEY))).isInstanceOf(FrameException.class);
  }

  @Example
  void nothing_is_read_of_a_frame_that_is_longer_than_allowed() {
    byte[] huge = {0x7f, 0x7f, 0x7f, 0x7f};
    assertThatThrownBy(() -> read(huge, Seal.checksum()))
        .isInstanceOf(FrameException.class)
        .hasMessage("length: 2139062143 (expected: from 10 to 1048586)");
  }

  private static void assertNotTaken(byte[] bytes, Seal seal) throws IOException {
    try {
      Frame frame = read(bytes, seal);
      throw new AssertionError(Arrays.toString(bytes) + " was taken for " + frame);
    } catch (FrameException | EOFException e) {
      assertThat(e).isNotNull();
    }
  }

  private static Seal seal(boolean keyed) {
    Supplier<Seal> made = keyed ? () -> Seal.keyed(KEY) : Seal::checksum;
    return made.get();
  }

  private static byte[] written(Frame frame, Seal seal) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FrameStreams.write(out, frame, seal);
    return out.toByteArray();
  }

  private static Frame read(byte[] bytes, Seal seal) throws IOException {
    return FrameStreams.read(
        new DataInputStream(new ByteArrayInputStream(bytes)), seal, Frame.BODY_MAX);
  }
}
