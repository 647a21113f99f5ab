package io.messina.aggregate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.snapshot.StoredFile.Content;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ManifestCodecTest {

  private static final String OBJECT = "visits~1/clicks~1/3/aa-1.manifest";
  private static final Bytes CHECKSUM = Bytes.wrap(new byte[Checksum.LENGTH]);
  private static final Manifest MANIFEST =
      new Manifest(
          7,
          List.of(
              new StoredFile("aa-1-000012.sst", new Content("000012.sst", 1L << 40, CHECKSUM)),
              new StoredFile("bb-2-CURRENT", new Content("CURRENT", 16, CHECKSUM))));

  @Property(edgeCases = EdgeCasesMode.NONE)
  void a_manifest_is_read_as_it_was_written(@ForAll("manifests") Manifest manifest) {
    assertThat(ManifestCodec.decode(OBJECT, ManifestCodec.encode(manifest))).isEqualTo(manifest);
  }

  @Provide
  Arbitrary<Manifest> manifests() {
    Arbitrary<String> first =
        Arbitraries.strings().alpha().numeric().withChars('_', '-').ofLength(1);
    Arbitrary<String> rest =
        Arbitraries.strings().alpha().numeric().withChars('.', '_', '-').ofMaxLength(199);
    Arbitrary<String> names = Combinators.combine(first, rest).as(String::concat);
    Arbitrary<Bytes> checksums =
        Arbitraries.bytes().array(byte[].class).ofSize(Checksum.LENGTH).map(Bytes::wrap);
    Arbitrary<Content> contents =
        Combinators.combine(names, Arbitraries.longs().greaterOrEqual(0), checksums)
            .as(Content::new);
    Arbitrary<List<StoredFile>> files =
        Combinators.combine(names, contents).as(StoredFile::new).list().ofMaxSize(20);
    return Combinators.combine(Arbitraries.longs(), files).as(Manifest::new);
  }

  @Example
  void the_first_version_stays_as_it_is() {
    String hex =
        "01000000000000000700000002000f61612d312d3030303031322e737374000a30303030"
            + "31322e737374000001000000000000000000000000000000000000000000000c62622d32"
            + "2d43555252454e54000743555252454e5400000000000000100000000000000000000000"
            + "0000000000fe2d3e557b8d6cc145eb384be7fc9851";
    assertThat(HexFormat.of().formatHex(ManifestCodec.encode(MANIFEST))).isEqualTo(hex);
    assertThat(ManifestCodec.decode(OBJECT, HexFormat.of().parseHex(hex))).isEqualTo(MANIFEST);
  }

  @Example
  void the_first_note_of_snapshots_stays_as_it_is() {
    SnapshotNote note =
        new SnapshotNote(
            List.of(
                new SnapshotNote.Entry(17, "aa-2.manifest"),
                new SnapshotNote.Entry(3, "aa-1.manifest")));
    String text = "v1 17 aa-2.manifest 3 aa-1.manifest";
    assertThat(note.text()).isEqualTo(text);
    assertThat(SnapshotNote.parse(text)).isEqualTo(note);
    assertThatThrownBy(() -> SnapshotNote.parse(text.replace("v1", "v2")))
        .hasMessage(
            "the snapshots were written by a newer version of Messina: v2 17 aa-2.manifest 3"
                + " aa-1.manifest");
  }

  @Property
  void any_bytes_are_unsound(@ForAll byte[] bytes) {
    assertThatThrownBy(() -> ManifestCodec.decode(OBJECT, bytes))
        .isExactlyInstanceOf(UnsoundException.class)
        .hasMessageStartingWith(OBJECT + ": ");
  }

  /** As of a writer with a fault: what it says of itself is right, and nothing else. */
  @Property
  void any_bytes_with_a_right_checksum_are_read_or_one_kind_of_error(@ForAll byte[] bytes) {
    byte[] wrong = ManifestCodec.encode(MANIFEST);
    for (int i = 0; i < bytes.length; i++) {
      wrong[Math.floorMod(bytes[i] * 31 + i, wrong.length)] = bytes[i];
    }
    readOrRefused(sealed(wrong));
    readOrRefused(sealed(versioned(bytes)));
    readOrRefused(sealed(bytes));
  }

  private static byte[] versioned(byte[] bytes) {
    return ByteBuffer.allocate(1 + bytes.length).put((byte) 1).put(bytes).array();
  }

  private static void readOrRefused(byte[] bytes) {
    try {
      Manifest read = ManifestCodec.decode(OBJECT, bytes);
      assertThat(ManifestCodec.decode(OBJECT, ManifestCodec.encode(read))).isEqualTo(read);
    } catch (SnapshotException e) {
      assertThat(e).hasMessageStartingWith(OBJECT + ": ");
    }
  }

  private static byte[] sealed(byte[] bytes) {
    return ByteBuffer.allocate(bytes.length + Checksum.LENGTH)
        .put(bytes)
        .put(Checksum.of(bytes, bytes.length).toArray())
        .array();
  }

  @Example
  void each_end_that_is_cut_off_is_noticed() {
    byte[] whole = ManifestCodec.encode(MANIFEST);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ManifestCodec.decode(OBJECT, cut))
          .isExactlyInstanceOf(UnsoundException.class);
    }
  }

  @Example
  void each_bit_that_is_turned_is_noticed() {
    byte[] whole = ManifestCodec.encode(MANIFEST);
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] turned = whole.clone();
      turned[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> ManifestCodec.decode(OBJECT, turned))
          .isExactlyInstanceOf(UnsoundException.class)
          .hasMessageContaining("another checksum");
    }
  }

  @Example
  void a_later_version_is_no_damage() {
    assertThatThrownBy(() -> ManifestCodec.decode(OBJECT, sealed(new byte[] {2, 9, 9})))
        .isExactlyInstanceOf(SnapshotException.class)
        .hasMessage(
            OBJECT
                + ": version 2 of manifests is not known here; a newer version of Messina wrote"
                + " it");
  }

  @Example
  void a_count_that_cannot_be_true_takes_no_memory() {
    for (int count : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1}) {
      byte[] bytes = ByteBuffer.allocate(13).put((byte) 1).putLong(7).putInt(count).array();
      assertOtherForm(bytes);
    }
  }

  @Example
  void names_that_lead_out_of_a_folder_are_refused() {
    for (String name :
        List.of("", ".", "..", "../a", "a/b", "/a", "a\0", "\u00e4", "-".repeat(201))) {
      byte[] encoded = name.getBytes(StandardCharsets.ISO_8859_1);
      byte[] bytes =
          ByteBuffer.allocate(15 + encoded.length)
              .put((byte) 1)
              .putLong(7)
              .putInt(1)
              .putShort((short) encoded.length)
              .put(encoded)
              .array();
      assertOtherForm(bytes);
    }
  }

  private static void assertOtherForm(byte[] bytes) {
    assertThatThrownBy(() -> ManifestCodec.decode(OBJECT, sealed(bytes)))
        .isExactlyInstanceOf(UnsoundException.class)
        .hasMessage(OBJECT + ": the manifest has another form");
  }

  @Example
  void what_is_too_long_is_neither_written_nor_read() {
    assertThatThrownBy(() -> ManifestCodec.decode(OBJECT, new byte[ManifestCodec.BYTES_MAX + 1]))
        .isExactlyInstanceOf(UnsoundException.class);
    StoredFile file = new StoredFile("a".repeat(200), new Content("b".repeat(200), 1, CHECKSUM));
    List<StoredFile> many = Collections.nCopies(40_000, file);
    assertThatThrownBy(() -> ManifestCodec.encode(new Manifest(1, many)))
        .isExactlyInstanceOf(SnapshotException.class)
        .hasMessage("a manifest of 40,000 files is too long");
  }
}
