package io.messina.server.streams;

import io.messina.api.GroupName;
import io.messina.api.ProblemCode;
import io.messina.api.StreamName;
import io.messina.server.problem.ProblemException;

/** Protects internal streams and groups from requests. */
final class Reserved {

  private Reserved() {}

  /**
   * Returns a stream that requests may change.
   *
   * @throws ProblemException if it belongs to the server
   */
  static StreamName open(StreamName stream) {
    if (stream.isInternal()) {
      throw new ProblemException(
          ProblemCode.RESERVED,
          "stream: " + stream + " (expected: one that does not belong to the server itself)");
    }
    return stream;
  }

  /**
   * Returns a group that requests may change.
   *
   * @throws ProblemException if it belongs to the server
   */
  static GroupName open(StreamName stream, GroupName group) {
    if (group.isInternal(stream)) {
      throw new ProblemException(
          ProblemCode.RESERVED,
          "group: " + group + " (expected: one that does not belong to the server itself)");
    }
    return group;
  }
}
