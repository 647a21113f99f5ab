package io.messina.bench.http;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The token that requests have.
 *
 * @param token empty where none is asked for
 */
record Bearer(Optional<String> token) {

  static final Bearer NONE = new Bearer(Optional.empty());

  /** A request with it, in a header behind the first line. */
  ByteBuffer on(ByteBuffer request) {
    if (token.isEmpty()) {
      return request;
    }
    int lineEnd = 0;
    while (request.get(lineEnd) != '\n') {
      lineEnd++;
    }
    byte[] header = HttpAnswer.ascii("Authorization: Bearer " + token.get() + "\r\n");
    return ByteBuffer.allocateDirect(request.limit() + header.length)
        .put(request.slice(0, lineEnd + 1))
        .put(header)
        .put(request.slice(lineEnd + 1, request.limit() - lineEnd - 1))
        .flip();
  }

  List<ByteBuffer> on(List<ByteBuffer> requests) {
    return requests.stream().map(this::on).toList();
  }
}
