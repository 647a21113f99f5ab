package io.messina.stream.log;

import io.messina.api.EventBounds;
import io.messina.runtime.GrowingBytes;
import java.util.Map;

/**
 * What all events of a request have alike: headers and the content type, encoded once. Immutable.
 */
public final class EventTemplate {

  private final int flags;
  private final byte[] parts;

  /**
   * Encodes them.
   *
   * @param headers of each event
   * @param contentType of each payload
   * @throws IllegalArgumentException if a part is out of the bounds of an {@link
   *     io.messina.stream.Event}
   */
  public EventTemplate(Map<String, String> headers, String contentType) {
    if (!headers.isEmpty()) {
      EventBounds.checkHeaders(headers);
    }
    EventBounds.checkContentType(contentType);
    GrowingBytes target = new GrowingBytes(0);
    this.flags = EventLayout.putShared(target, headers, contentType);
    this.parts = target.toArray();
  }

  int flags() {
    return flags;
  }

  byte[] parts() {
    return parts;
  }
}
