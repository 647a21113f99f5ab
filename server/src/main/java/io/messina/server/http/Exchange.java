package io.messina.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.TraceHeaders;
import io.messina.api.Wire;
import io.messina.api.access.TokenOptions;
import io.messina.runtime.definition.Precondition;
import io.messina.server.access.Caller;
import io.messina.server.problem.ProblemException;
import io.messina.stream.json.ApiJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** A request and its answer. For one thread. */
public final class Exchange {

  private static final String JSON = JsonBody.TYPE;

  private static final HeaderName TRACE_PARENT = HeaderNames.create(TraceHeaders.PARENT);
  private static final HeaderName BAGGAGE = HeaderNames.create(TraceHeaders.BAGGAGE);
  private static final List<HeaderName> TRACE =
      List.of(TRACE_PARENT, HeaderNames.create(TraceHeaders.STATE), BAGGAGE);

  private final ServerRequest request;
  private final ServerResponse response;
  private final RouteTable.Match match;
  private final Parameters query;
  private final RequestBody body;
  private final Caller caller;
  private final Optional<RequestTracer.Span> span;
  private final Optional<AuditedAct> act;

  Exchange(
      ServerRequest request,
      ServerResponse response,
      RouteTable.Match match,
      RequestBody body,
      Caller caller,
      Optional<RequestTracer.Span> span,
      Optional<AuditedAct> act) {
    this.caller = caller;
    this.act = act;
    this.span = span;
    this.request = request;
    this.response = response;
    this.match = match;
    this.query = Parameters.read(request.prologue().query().rawValue(), match.route());
    this.body = body;
  }

  /** The one who asks, and may do what the head of the request asks for. */
  public Caller caller() {
    return caller;
  }

  /** The span of the request, if the server makes spans. */
  public Optional<RequestTracer.Span> span() {
    return span;
  }

  /** Says for the audit which token the request makes, before it is made. */
  public void creates(TokenOptions token) {
    act.ifPresent(each -> each.creates(token));
  }

  /** A segment of the path. */
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
   * @param parse gives the value, or throws {@link IllegalArgumentException} with a sentence
   */
  public <T> T path(String name, Function<String, T> parse) {
    return Parameters.parsed(ProblemCode.BAD_NAME, name, path(name), parse);
  }

  /** A segment of the path that is a whole number. */
  public int path(String name, int min, int max) {
    return Parameters.number(name, path(name), min, max);
  }

  /** A parameter of the query, which the route must allow. */
  public Optional<String> query(String name) {
    return query.find(name);
  }

  /**
   * A parameter of the query as something else.
   *
   * @param parse gives the value, or throws {@link IllegalArgumentException} with a sentence
   */
  public <T> Optional<T> query(String name, Function<String, T> parse) {
    return query.find(name, parse);
  }

  /** A parameter of the query that is a whole number. */
  public Optional<Integer> query(String name, int min, int max) {
    return query.find(name, min, max);
  }

  /**
   * A parameter of the query that is true or false.
   *
   * @return which; false if it is absent
   */
  public boolean flag(String name) {
    return query.flag(name);
  }

  /**
   * The parameters of the query that are fields of a record.
   *
   * @return the record; what is absent is as by default
   */
  public <T extends Record> T query(Class<T> type) {
    return query.read(type);
  }

  /**
   * A header of the request of which there may be one.
   *
   * @param name in any letters
   * @throws ProblemException if it is given twice
   */
  public Optional<String> header(String name) {
    return header(request, HeaderNames.create(name));
  }

  static Optional<String> header(ServerRequest request, HeaderName header) {
    return request.headers().contains(header)
        ? Optional.of(only(request.headers().get(header)))
        : Optional.empty();
  }

  /**
   * Headers of the request of which there may be one each.
   *
   * @param wanted says which, by their names in small letters
   * @return values by name in small letters
   * @throws ProblemException if one is given twice
   */
  public Map<String, String> headers(Predicate<String> wanted) {
    Map<String, String> headers = new LinkedHashMap<>();
    request.headers().stream()
        .filter(header -> wanted.test(header.headerName().lowerCase()))
        .forEach(header -> headers.put(header.headerName().lowerCase(), only(header)));
    return headers;
  }

  /**
   * The trace of the request.
   *
   * @return its valid headers by name in small letters; none if there is no trace
   */
  public Map<String, String> trace() {
    return trace(request);
  }

  static Map<String, String> trace(ServerRequest request) {
    ServerRequestHeaders headers = request.headers();
    if (!headers.contains(TRACE_PARENT) && !headers.contains(BAGGAGE)) {
      return Map.of();
    }
    Map<String, List<String>> given = new LinkedHashMap<>();
    for (HeaderName name : TRACE) {
      if (headers.contains(name)) {
        given.put(name.lowerCase(), headers.get(name).allValues());
      }
    }
    return TraceHeaders.parse(given);
  }

  /**
   * All headers of the request, however often each is given.
   *
   * @return values by name in small letters
   */
  public Map<String, List<String>> allHeaders() {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    request
        .headers()
        .forEach(header -> headers.put(header.headerName().lowerCase(), header.allValues()));
    return headers;
  }

  /**
   * The condition of the request, if its route is {@link Route#tagged}.
   *
   * @throws ProblemException if its headers are malformed
   */
  public Precondition precondition() {
    if (!EntityTags.areIn(request.headers())) {
      return Precondition.NONE;
    }
    return EntityTags.of(
        headers(Set.of(EntityTags.IF_MATCH, EntityTags.IF_NONE_MATCH)::contains),
        match.route().verb() == Verb.PUT);
  }

  /** In which form the client likes the answer best. */
  public String accepted(String... others) {
    List<String> offered = Stream.concat(Stream.of(JSON), Arrays.stream(others)).toList();
    return AcceptHeader.best(
        String.join(",", request.headers().all(HeaderNames.ACCEPT, List::of)), offered);
  }

  private static String only(Header header) {
    if (header.valueCount() != 1) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST,
          Shown.text(header.headerName().lowerCase()) + ": given twice (expected: once)");
    }
    return header.get();
  }

  /**
   * The whole body, decompressed, within the bounds of the server.
   *
   * @return its bytes, which must not be changed; the same array at each call
   * @throws IOException if the client breaks off
   * @throws ProblemException if it is too large, damaged, or encoded as this server cannot
   */
  public byte[] body() throws IOException {
    return body.read();
  }

  /**
   * Counts memory for what is made of the body, until the request is answered.
   *
   * @throws ProblemException if that is more than there is
   */
  public void takeMemory(long bytes) {
    body.take(bytes);
  }

  /** Releases the memory of the body, for requests that take long after they have read it. */
  public void dropBody() {
    body.drop();
  }

  /**
   * The body as the fields of a JSON object. Call {@link Fields#end} once all were asked for.
   *
   * @throws IOException if the client breaks off
   * @throws ProblemException if it is no JSON object
   */
  public Fields json() throws IOException {
    JsonBody.requireType(header("content-type").orElse(JSON));
    byte[] bytes = body();
    takeMemory(JsonBody.treeBytes(bytes));
    return JsonBody.fields(bytes);
  }

  /**
   * The fields of the body, as {@link #json}; a request without a body has none.
   *
   * @throws IOException if the client breaks off
   * @throws ProblemException if there is a body, and it is no JSON object
   */
  public Fields jsonIfAny() throws IOException {
    return request.content().hasEntity() ? json() : Fields.of(ApiJson.MAPPER.createObjectNode());
  }

  /** Answers with JSON. */
  public void sendJson(int status, Consumer<JsonGenerator> content) {
    send(status, JSON, LargeJson.whole(content));
  }

  /** Answers with JSON and a tag. */
  public void sendTagged(int status, String tag, Consumer<JsonGenerator> content) {
    setTag(tag);
    sendJson(status, content);
  }

  /** Adds a tag to the answer, before it is sent. */
  public void setTag(String tag) {
    response.headers().set(HeaderNames.ETAG, EntityTags.quoted(tag));
  }

  /**
   * Adds a header to the answer, before it is sent.
   *
   * @param value of visible ASCII characters
   */
  public void setHeader(String name, String value) {
    response.headers().set(HeaderNames.create(name), value);
  }

  /**
   * Answers with JSON that may be large: it is sent while it is written. For a HEAD it is only
   * counted.
   *
   * @throws UncheckedIOException if the client has gone
   */
  public void sendLargeJson(int status, Consumer<JsonGenerator> content) {
    if (isHead(request)) {
      begin(status);
      response.headers().set(HeaderNames.CONTENT_TYPE, JSON);
      response.headers().contentLength(LargeJson.length(content));
      response.send();
      return;
    }
    new LargeJson(sendStream(status, JSON)).write(content);
  }

  /** Answers with many things of a kind, in an object with one field. */
  public void sendAll(String name, Collection<?> records) {
    sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart(name);
          records.forEach(each -> Wire.write(json, each));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /**
   * Answers as {@link #sendLargeJson}, but sends the headers before the content: if the client has
   * gone, its system refuses them, and the content is not written.
   *
   * @throws UnheardException if the client has gone, and nothing of the content has reached it
   * @throws UncheckedIOException if it has gone later
   */
  public void sendLargeJsonToListener(int status, Consumer<JsonGenerator> content) {
    LargeJson answer = new LargeJson(sendStream(status, JSON));
    answer.flush();
    answer.write(content);
  }

  /**
   * Answers with a body.
   *
   * @param bytes of the body
   */
  public void send(int status, String mediaType, byte[] bytes) {
    begin(status);
    response.headers().set(HeaderNames.CONTENT_TYPE, mediaType);
    send(request, response, bytes);
  }

  static void send(ServerRequest request, ServerResponse response, byte[] bytes) {
    if (isHead(request)) {
      response.headers().contentLength(bytes.length);
      response.send();
    } else {
      response.send(bytes);
    }
  }

  private static boolean isHead(ServerRequest request) {
    return request.prologue().method().equals(Method.HEAD);
  }

  /** Answers 204, without a body. */
  public void sendNothing() {
    begin(Status.NO_CONTENT_204.code());
    response.send();
  }

  /** Before anything of an answer is written, which may fail: the request was done. */
  private void begin(int status) {
    act.ifPresent(AuditedAct::done);
    response.status(Status.create(status));
  }

  /**
   * Answers with a body that is written bit by bit, such as the events of a tail. Writing fails
   * once the client has gone.
   *
   * @return the stream; flush it when the client must see the bytes, and close it at the end
   */
  public OutputStream sendStream(int status, String mediaType) {
    begin(status);
    response.headers().set(HeaderNames.CONTENT_TYPE, mediaType);
    if (isHead(request)) {
      response.send();
      throw new HeadAnsweredException();
    }
    return response.outputStream();
  }
}
