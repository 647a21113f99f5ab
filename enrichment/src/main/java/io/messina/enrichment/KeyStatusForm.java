package io.messina.enrichment;

import io.messina.api.Checks;
import io.messina.enrich.KeyStatus;
import io.messina.enrich.SlotPhase;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import io.messina.runtime.Varints;
import io.messina.store.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The status of a key, as owners tell it to other nodes; no bytes if there is none:
 *
 * <pre>
 *   | version 1 | phase | events | oldest | nanoseconds | failures | error, if any |
 * </pre>
 *
 * <p>Numbers are varints, the oldest position as zigzag; a text has its length before it, and 1 if
 * it may be absent, 0 if it is.
 */
final class KeyStatusForm {

  private static final int VERSION = 1;
  private static final int CAPACITY = 64;

  /** By their numbers, which never change. */
  private static final List<SlotPhase> PHASES = List.of(SlotPhase.values());

  private KeyStatusForm() {}

  static Bytes encode(Optional<KeyStatus> status) {
    return status.map(KeyStatusForm::encode).orElse(Bytes.EMPTY);
  }

  private static Bytes encode(KeyStatus status) {
    GrowingBytes out = new GrowingBytes(CAPACITY);
    out.putByte(VERSION);
    out.putByte(PHASES.indexOf(status.phase()));
    out.putVarint(status.events());
    out.putVarint(Varints.zigzag(status.oldest()));
    out.putVarint(status.since().toNanos());
    out.putVarint(status.failures());
    String error = status.error();
    out.putByte(error == null ? 0 : 1);
    if (error != null) {
      out.putWithLength(error);
    }
    return Bytes.wrap(out.toArray());
  }

  /**
   * Reads the bytes of {@link #encode}.
   *
   * @throws IllegalArgumentException if they are others
   */
  static Optional<KeyStatus> decode(Bytes bytes) {
    if (bytes.length() == 0) {
      return Optional.empty();
    }
    BoundedBytes in = new BoundedBytes(bytes.toArray(), 0, bytes.length());
    Checks.between("version", in.takeByte(), VERSION, VERSION);
    int phase = in.takeByte();
    Checks.between("phase", phase, 0, PHASES.size() - 1);
    return Optional.of(
        new KeyStatus(
            PHASES.get(phase),
            Math.toIntExact(in.takeVarint()),
            Varints.unzigzag(in.takeVarint()),
            Duration.ofNanos(in.takeVarint()),
            Math.toIntExact(in.takeVarint()),
            in.takeByte() == 1 ? in.takeText() : null));
  }
}
