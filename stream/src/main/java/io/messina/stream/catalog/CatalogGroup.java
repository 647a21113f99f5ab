package io.messina.stream.catalog;

import io.messina.api.GroupDefinition;
import io.messina.api.GroupOptions;
import io.messina.api.NewGroup;
import io.messina.api.Start;
import io.messina.api.Wire;
import io.messina.runtime.definition.DefinitionTag;
import io.messina.stream.GroupId;
import io.messina.stream.StreamId;

/**
 * A group that was created.
 *
 * @param stream whose events it consumes
 * @param id its name and generation
 * @param start where it began
 * @param options how it hands out events
 */
public record CatalogGroup(StreamId stream, GroupId id, Start start, GroupOptions options) {

  /** Returns the tag, which differs after each change and between creations of the name. */
  public String tag() {
    return DefinitionTag.of(stream + "/" + id, Wire.write(new NewGroup(start, options)));
  }

  /** Returns the definition as in the API, without the generation of the stream. */
  public GroupDefinition shown() {
    return new GroupDefinition(id.name(), id.generation(), stream.name(), start, options, tag());
  }
}
