package io.messina.stream.catalog;

import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.stream.GroupId;
import io.messina.stream.StreamId;

/**
 * A group that was created.
 *
 * @param stream whose events it consumes
 * @param id its name and generation
 * @param start where it began
 * @param options how it hands out
 */
public record GroupDefinition(StreamId stream, GroupId id, Start start, GroupOptions options) {

  /**
   * As the API shows it.
   *
   * @return the same without the generation of the stream
   */
  public io.messina.api.GroupDefinition shown() {
    return new io.messina.api.GroupDefinition(
        id.name(), id.generation(), stream.name(), start, options);
  }
}
