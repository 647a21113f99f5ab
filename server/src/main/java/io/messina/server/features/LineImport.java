package io.messina.server.features;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.WireException;
import io.messina.api.feature.AddedItems;
import io.messina.features.contents.ImportException;
import io.messina.features.contents.ListImport;
import io.messina.features.contents.TransferProgress;
import io.messina.features.node.Features;
import io.messina.runtime.RequestException;
import io.messina.server.http.Exchange;
import io.messina.server.ingest.BodyKind;
import io.messina.server.problem.ProblemAnswer;
import io.messina.server.problem.ProblemException;
import io.messina.server.problem.Problems;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.json.StrictUtf8;
import java.io.IOException;
import java.util.Map;

/**
 * Adds the items of a body of lines. All of them are read before the first is added, so that
 * nothing of a refused request is stored.
 *
 * @param features where they go
 */
record LineImport(Features features) {

  static final String TYPE = "application/x-ndjson";

  void answer(Exchange exchange) throws IOException {
    requireLines(exchange.header("content-type").orElse(TYPE));
    String text = text(exchange.body());
    ListImport lines = features.importInto(FeatureParameters.ref(exchange));
    exchange.caller().takeEvents(lines.check(text.lines().iterator()));
    try {
      TransferProgress done = lines.run(text.lines().iterator(), _ -> {});
      AddedItems added = new AddedItems(done.stored(), done.expired());
      exchange.sendJson(200, json -> Wire.write(json, added));
    } catch (ImportException e) {
      throw partly(e);
    }
  }

  private static void requireLines(String type) {
    if (BodyKind.of(type).format() != BodyKind.Format.JSON_LINES) {
      throw new ProblemException(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          "content-type: " + Shown.text(type) + " (expected: " + TYPE + ")");
    }
  }

  private static String text(byte[] body) {
    return StrictUtf8.decode(body)
        .map(text -> StrictUtf8.start(body) > 0 ? text.substring(1) : text)
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemCode.MALFORMED_JSON,
                    "line " + wrongLine(body) + ": other bytes (expected: UTF-8)"));
  }

  /** Counted from 1, as all lines of an import are. */
  private static int wrongLine(byte[] body) {
    int line = 1;
    int from = 0;
    for (int i = 0; i < body.length; i++) {
      if (body[i] == '\n') {
        if (!StrictUtf8.isValid(body, from, i)) {
          return line;
        }
        line++;
        from = i + 1;
      }
    }
    return line;
  }

  private static RuntimeException partly(ImportException thrown) {
    return switch (thrown.reason()) {
      case WireException e -> partly(e.fault().code(), thrown);
      case RequestException e -> partly(Problems.codeOf(e), thrown);
      case StoreUnavailableException _ -> partly(ProblemCode.UNKNOWN_OUTCOME, thrown);
      default -> thrown;
    };
  }

  private static ProblemException partly(ProblemCode code, ImportException thrown) {
    TransferProgress done = thrown.done();
    return new ProblemException(
        new ProblemAnswer(
            code,
            String.valueOf(thrown.getMessage()),
            Map.of("imported", new AddedItems(done.stored(), done.expired()))));
  }
}
