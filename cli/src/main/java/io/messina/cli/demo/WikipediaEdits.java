package io.messina.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sampled edits of all Wikipedias on 12 September 2015, which Apache Druid publishes among its
 * tests: a line of JSON for each, oldest first.
 */
final class WikipediaEdits {

  private static final String RESOURCE = "/wikipedia/wikiticker-2015-09-12-sampled.json.gz";

  private WikipediaEdits() {}

  static List<Edit> read() {
    try (InputStream packed = open();
        InputStream lines = new GZIPInputStream(packed);
        MappingIterator<JsonNode> nodes =
            JsonMapper.shared().readerFor(JsonNode.class).readValues(lines)) {
      List<Edit> edits = new ArrayList<>();
      nodes.forEachRemaining(node -> edits.add(edit(edits.size(), node)));
      return edits;
    } catch (IOException e) {
      throw new UncheckedIOException("the day of edits cannot be read: " + e.getMessage(), e);
    }
  }

  private static InputStream open() throws IOException {
    InputStream packed = WikipediaEdits.class.getResourceAsStream(RESOURCE);
    if (packed == null) {
      throw new IOException("it is missing from the class path: " + RESOURCE);
    }
    return packed;
  }

  private static Edit edit(int number, JsonNode node) {
    return new Edit(
        number,
        Instant.parse(node.required("time").stringValue()),
        node.required("channel").stringValue(),
        node.required("user").stringValue(),
        node.required("page").stringValue(),
        node.required("namespace").stringValue(),
        node.required("comment").stringValue(),
        node.required("added").intValue(),
        node.required("deleted").intValue(),
        node.required("isMinor").booleanValue(),
        node.required("isRobot").booleanValue(),
        node.required("isNew").booleanValue());
  }
}
