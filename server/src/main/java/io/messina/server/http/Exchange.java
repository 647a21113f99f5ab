package io.messina.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.messina.server.json.Json;
import io.messina.server.json.Shown;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;

/** A request and where its answer goes. For one thread. */
public final class Exchange {

  private static final String JSON = "application/json";

  /** Answers up to this size have a length, and need one write. */
  private static final int SENT_AT_ONCE_BYTES = 1 << 15;

  private final ServerRequest request;
  private final ServerResponse response;
  private final RouteTable.Match match;
  private final Map<String, String> query;
  private final RequestBody body;

  Exchange(
      ServerRequest request, ServerResponse response, RouteTable.Match match, RequestBody body) {
    this.request = request;
    this.response = response;
    this.match = match;
    this.query = checkedQuery(request, match.route());
    this.body = body;
  }

  /**
   * A segment of the path.
   *
   * @param name in the braces of the template
   * @return the segment, decoded
   */
  public String path(String name) {
    String value = match.variables().get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + ": not in " + match.route().template());
    }
    return value;
  }

  /**
   * A segment of the path as something else.
   *
   * @param name in the braces of the template
   * @param parse gives the value, or throws {@link IllegalArgumentException} with a sentence
   * @param <T> what it is turned into
   * @return the value
   * @throws ProblemException with that sentence
   */
  public <T> T path(String name, Function<String, T> parse) {
    return parsed(ProblemCode.BAD_NAME, name, path(name), parse);
  }

  /**
   * A parameter of the query, which the route must allow.
   *
   * @param name of the parameter
   * @return its text, if it is there
   */
  public Optional<String> query(String name) {
    return Optional.ofNullable(query.get(name));
  }

  /**
   * A parameter of the query as something else.
   *
   * @param name of the parameter
   * @param parse gives the value, or throws {@link IllegalArgumentException} with a sentence
   * @param <T> what it is turned into
   * @return the value, if it is there
   * @throws ProblemException with that sentence
   */
  public <T> Optional<T> query(String name, Function<String, T> parse) {
    return query(name).map(text -> parsed(ProblemCode.WRONG_TYPE, name, text, parse));
  }

  /**
   * A parameter of the query that is a whole number.
   *
   * @param name of the parameter
   * @param min the smallest that is allowed
   * @param max the largest that is allowed
   * @return the number, if it is there
   * @throws ProblemException where it is something else
   */
  public Optional<Integer> query(String name, int min, int max) {
    return query(name).map(text -> number(name, text, min, max));
  }

  /**
   * A parameter of the query that is true or false.
   *
   * @param name of the parameter
   * @return which; false where it is absent
   * @throws ProblemException where it is something else
   */
  public boolean flag(String name) {
    return switch (query(name).orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      case String text ->
          throw invalid(
              ProblemCode.WRONG_TYPE, name, Shown.text(text) + " (expected: true or false)");
    };
  }

  /**
   * A header of the request.
   *
   * @param name in any letters
   * @return its first value, if it is there
   */
  public Optional<String> header(String name) {
    return request.headers().first(HeaderNames.create(name));
  }

  /**
   * All headers of the request.
   *
   * @return first values by name in small letters
   */
  public Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    request.headers().forEach(header -> headers.put(header.headerName().lowerCase(), header.get()));
    return headers;
  }

  /**
   * The whole body, decompressed, within the bounds of the server.
   *
   * @return its bytes, given away
   * @throws IOException where the client breaks off
   * @throws ProblemException where it is too large, damaged, or encoded as this server cannot
   */
  public byte[] body() throws IOException {
    return body.read();
  }

  /**
   * The body as the fields of a JSON object. Call {@link Fields#end} once all were asked for.
   *
   * @return the fields
   * @throws IOException where the client breaks off
   * @throws ProblemException where it is no JSON object
   */
  public Fields json() throws IOException {
    String type = header("content-type").orElse(JSON);
    int semicolon = type.indexOf(';');
    if (!(semicolon < 0 ? type : type.substring(0, semicolon)).strip().equalsIgnoreCase(JSON)) {
      throw new ProblemException(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          "content-type: " + Shown.text(type) + " (expected: " + JSON + ")");
    }
    return fields(body());
  }

  /**
   * Likewise, where no body at all means an object without fields.
   *
   * @return the fields
   * @throws IOException where the client breaks off
   * @throws ProblemException where there is a body, and it is no JSON object
   */
  public Fields jsonIfAny() throws IOException {
    return request.content().hasEntity() ? json() : Fields.of(Json.MAPPER.createObjectNode());
  }

  private static Fields fields(byte[] bytes) {
    try {
      return Fields.of(Json.MAPPER.readTree(bytes));
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  /**
   * Sets a header of the answer.
   *
   * @param name of the header
   * @param value of the header
   */
  public void setHeader(String name, String value) {
    HeaderName header = HeaderNames.create(name);
    response.headers().set(header, value);
  }

  /**
   * Answers with JSON.
   *
   * @param status of the answer
   * @param content writes one value
   */
  public void sendJson(int status, Consumer<JsonGenerator> content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      content.accept(json);
    }
    send(status, JSON, bytes.toByteArray());
  }

  /**
   * Answers with JSON that may be large: it goes out while it is written.
   *
   * @param status of the answer
   * @param content writes one value
   * @throws UncheckedIOException where the client has gone
   */
  public void sendLargeJson(int status, Consumer<JsonGenerator> content) {
    sendLargeJson(sendStream(status, JSON), content);
  }

  /**
   * Likewise, after a look whether anybody listens: the headers go out before the content, and a
   * client that has gone meanwhile has its system refuse them, before what follows is written.
   *
   * @param status of the answer
   * @param content writes one value
   * @throws UncheckedIOException where the client has gone
   */
  public void sendLargeJsonToListener(int status, Consumer<JsonGenerator> content) {
    OutputStream stream = sendStream(status, JSON);
    try {
      stream.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sendLargeJson(stream, content);
  }

  private static void sendLargeJson(OutputStream stream, Consumer<JsonGenerator> content) {
    try (OutputStream body = new BufferedOutputStream(stream, SENT_AT_ONCE_BYTES);
        JsonGenerator json = Json.FACTORY.createGenerator(ObjectWriteContext.empty(), body)) {
      content.accept(json);
    } catch (JacksonIOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e.getCause());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Answers with a body.
   *
   * @param status of the answer
   * @param mediaType of the body
   * @param bytes of the body
   */
  public void send(int status, String mediaType, byte[] bytes) {
    response.status(Status.create(status));
    response.headers().set(HeaderNames.CONTENT_TYPE, mediaType);
    response.send(bytes);
  }

  /** Answers 204, without a body. */
  public void sendNothing() {
    response.status(Status.NO_CONTENT_204);
    response.send();
  }

  /**
   * Answers with a body that is written bit by bit, as events that are tailed. Writing fails once
   * the client has gone.
   *
   * @param status of the answer
   * @param mediaType of the body
   * @return where it goes; to be flushed where the client is to see it, and closed in the end
   */
  public OutputStream sendStream(int status, String mediaType) {
    response.status(Status.create(status));
    response.headers().set(HeaderNames.CONTENT_TYPE, mediaType);
    return response.outputStream();
  }

  private static Map<String, String> checkedQuery(ServerRequest request, Route route) {
    Map<String, String> query = PercentText.query(request.prologue().query().rawValue());
    for (String name : query.keySet()) {
      if (route.query().stream().noneMatch(parameter -> parameter.name().equals(name))) {
        String expected =
            String.join(", ", route.query().stream().map(QueryParameter::name).toList());
        throw new ProblemException(
            ProblemCode.UNKNOWN_PARAMETER,
            Shown.text(name) + " (expected: " + (expected.isEmpty() ? "none" : expected) + ")");
      }
    }
    return query;
  }

  private static int number(String name, String text, int min, int max) {
    String sentence =
        Shown.text(text) + " (expected: a whole number from " + min + " to " + max + ")";
    try {
      int number = Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException _) {
      throw invalid(ProblemCode.WRONG_TYPE, name, sentence);
    }
    throw invalid(ProblemCode.OUT_OF_BOUNDS, name, sentence);
  }

  private static <T> T parsed(
      ProblemCode code, String name, String text, Function<String, T> parse) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      String sentence = String.valueOf(e.getMessage());
      throw sentence.startsWith(name + ": ")
          ? new ProblemException(code, sentence)
          : invalid(code, name, sentence);
    }
  }

  private static ProblemException invalid(ProblemCode code, String name, String sentence) {
    return new ProblemException(code, name + ": " + sentence);
  }

  private static ProblemException malformed(JacksonException e) {
    String place =
        e.getLocation() == null
            ? ""
            : "line "
                + e.getLocation().getLineNr()
                + ", column "
                + e.getLocation().getColumnNr()
                + ": ";
    return new ProblemException(
        ProblemCode.MALFORMED_JSON, place + Shown.sentence(String.valueOf(e.getOriginalMessage())));
  }
}
