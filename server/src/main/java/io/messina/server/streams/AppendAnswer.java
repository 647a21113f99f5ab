package io.messina.server.streams;

import io.messina.api.Appended;
import io.messina.api.Wire;
import io.messina.runtime.GrowingBytes;
import io.messina.stream.EventAddress;
import io.messina.stream.node.AppendResult;
import io.messina.stream.owner.AppendedSpan;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Writes an {@link Appended} as {@link Wire} does, without an object for each id. */
final class AppendAnswer {

  private static final int HEAD_BYTES = 64;

  /** Of an id with its quotes and its comma. */
  private static final int ID_BYTES = 31;

  private final EventAddress.TextWriter texts = new EventAddress.TextWriter();
  private final GrowingBytes bytes;
  private boolean isFirst = true;

  private AppendAnswer(int size) {
    this.bytes = new GrowingBytes(HEAD_BYTES + ID_BYTES * size);
  }

  /** The answer, in which no line is refused. */
  static byte[] of(AppendResult result) {
    AppendAnswer answer = new AppendAnswer(result.size());
    answer.put("{\"accepted\":" + result.accepted() + ",\"duplicates\":" + result.duplicates());
    if (result.unchecked() > 0) {
      answer.put(",\"unchecked\":" + result.unchecked());
    }
    answer.put(",\"ids\":[");
    result.visitIds(answer::id);
    answer.put("]}\n");
    return answer.bytes.toArray();
  }

  private void id(Optional<AppendedSpan> span, int index) {
    if (!isFirst) {
      bytes.putByte(',');
    }
    isFirst = false;
    Optional<EventAddress> first = span.flatMap(AppendedSpan::first);
    if (first.isEmpty()) {
      put("null");
      return;
    }
    bytes.putByte('"');
    bytes.put(texts.textBehind(first.get(), index));
    bytes.putByte('"');
  }

  private void put(String ascii) {
    bytes.put(ascii.getBytes(StandardCharsets.US_ASCII));
  }
}
