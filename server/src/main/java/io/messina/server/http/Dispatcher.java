package io.messina.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.messina.api.ProblemCode;
import io.messina.server.access.Access;
import io.messina.server.access.Audit;
import io.messina.server.access.Caller;
import io.messina.server.problem.ProblemAnswer;
import io.messina.server.problem.ProblemException;
import io.messina.server.problem.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leads each request to its route, and everything that is thrown to a problem. */
final class Dispatcher implements Handler, AutoCloseable {

  static final String UNROUTED = "none";
  private static final long DRAINED_OF_STRANGERS_MAX = 1L << 16;
  private static final String API = "/v1/";

  private final RouteTable routes;
  private final List<HealthCheck> vital;
  private final BodyLimits limits;
  private final ByteBudget memory;
  private final BodyLimits limitsOfStrangers;
  private final ByteBudget memoryOfStrangers;
  private final BodyWatch watch;
  private final Problems problems;
  private final RequestMeter meter;
  private final Access access;
  private final Audit audit;
  private final LoopbackGuard guard;
  private final RequestTracer tracer;
  private volatile boolean leaving;
  private volatile boolean closed;

  Dispatcher(
      RouteTable routes,
      List<HealthCheck> vital,
      BodyLimits limits,
      Problems problems,
      RequestMeter meter,
      Access access,
      Audit audit,
      LoopbackGuard guard,
      RequestTracer tracer) {
    this.access = access;
    this.audit = audit;
    this.guard = guard;
    this.routes = routes;
    this.vital = List.copyOf(vital);
    this.limits = limits;
    this.memory = new ByteBudget(limits.allBytesMax());
    this.limitsOfStrangers = limits.ofStrangers();
    this.memoryOfStrangers = new ByteBudget(limitsOfStrangers.allBytesMax());
    this.watch = new BodyWatch(limits.silenceMax());
    this.problems = problems;
    this.meter = meter;
    this.tracer = tracer;
    meter.gauge("messina.http.bodies", () -> memory.taken() + memoryOfStrangers.taken());
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) throws IOException {
    long begun = meter.now();
    String operation = UNROUTED;
    Optional<RequestTracer.Span> span = Optional.empty();
    Optional<AuditedAct> act = Optional.empty();
    long drained = access.isOff() ? RequestBody.DRAINED_BYTES_MAX : DRAINED_OF_STRANGERS_MAX;
    if (leaving) {
      response.headers().set(HeaderValues.CONNECTION_CLOSE);
    }
    try (ByteBudget.Share share = memory.newShare();
        ByteBudget.Share shareOfStrangers = memoryOfStrangers.newShare()) {
      RequestBody body = new RequestBody(request, limits, share, watch);
      try {
        guard.check(request);
        RouteTable.Match match = find(request);
        operation = match.route().operation();
        boolean isOpen = Access.isOpen(operation);
        if (isOpen) {
          body.bound(limitsOfStrangers, shareOfStrangers);
        }
        Caller caller = admit(request, match);
        if (!isOpen) {
          drained = RequestBody.DRAINED_BYTES_MAX;
        }
        span = span(request, match);
        checkOpen(match.route());
        EntityTags.checkTagged(match.route(), request.headers());
        body.countFor(caller);
        act = act(request, operation, caller);
        match
            .route()
            .endpoint()
            .handle(new Exchange(request, response, match, body, caller, span, act));
      } catch (HeadAnsweredException _) {
        // Nothing is left to do.
      } catch (CloseConnectionException | RequestException e) {
        throw e;
      } catch (IOException | UncheckedIOException e) {
        throw new CloseConnectionException("the client has gone", e);
      } catch (RouteTable.WrongMethodException e) {
        response.headers().set(HeaderNames.ALLOW, e.allowed());
        answer(request, response, body, wrongMethod(request, e), drained);
      } catch (Exception e) {
        ProblemAnswer problem = problems.of(e, nameOf(request));
        act.ifPresent(each -> each.failed(problem.code()));
        answer(request, response, body, problem, drained);
      }
    } finally {
      act.ifPresent(AuditedAct::brokeOff);
      int status = response.status().code();
      span.ifPresent(it -> it.end(status));
      AccessLog.requested(request, operation, status, meter.requested(operation, status, begun));
    }
    closeIfAsked(request, response);
  }

  private Caller admit(ServerRequest request, RouteTable.Match match) {
    return access.admit(
        match.route().operation(),
        match.variables(),
        Exchange.header(request, HeaderNames.AUTHORIZATION));
  }

  private Optional<AuditedAct> act(ServerRequest request, String operation, Caller caller) {
    return access.isAudited(operation)
        ? Optional.of(
            new AuditedAct(
                audit,
                new Audit.Act(
                    caller.name(),
                    operation,
                    RequestTarget.of(request.prologue()).path(),
                    request.remotePeer().host(),
                    Optional.empty())))
        : Optional.empty();
  }

  private Optional<RequestTracer.Span> span(ServerRequest request, RouteTable.Match match) {
    if (tracer.equals(RequestTracer.NONE) || !match.route().template().startsWith(API)) {
      return Optional.empty();
    }
    return Optional.of(
        tracer.begin(
            new RequestTracer.Request(
                match.route().operation(),
                request.prologue().method().text(),
                match.route().template(),
                RequestTarget.of(request.prologue()).path(),
                match.variables(),
                Exchange.trace(request))));
  }

  /** Ends connections with their next answers, so that no client sends a request into an end. */
  void leave() {
    leaving = true;
  }

  /** Refuses requests from now on, except for those of health. */
  @Override
  public void close() {
    closed = true;
  }

  /** Before the body is read, so that no memory is held for a refused request. */
  private void checkOpen(Route route) {
    if (!route.template().startsWith(API)) {
      return;
    }
    if (closed) {
      throw new ProblemException(
          ProblemCode.SHUTTING_DOWN, "server: stopping (expected: one that runs)");
    }
    for (HealthCheck check : vital) {
      Optional<String> trouble = check.trouble();
      if (trouble.isPresent()) {
        throw new ProblemException(ProblemCode.UNAVAILABLE, check.name() + ": " + trouble.get());
      }
    }
  }

  /** Helidon says in its answer that it closes, and leaves it to the client. */
  private static void closeIfAsked(ServerRequest request, ServerResponse response) {
    boolean isAsked =
        request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)
            || response.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
    if (isAsked && response.isSent()) {
      throw new CloseConnectionException("the connection ends with this answer");
    }
  }

  private RouteTable.Match find(ServerRequest request) {
    return routes.find(
        request.prologue().method().text(), RequestTarget.of(request.prologue()).path());
  }

  private static ProblemAnswer wrongMethod(
      ServerRequest request, RouteTable.WrongMethodException thrown) {
    String detail = request.prologue().method().text() + " (expected: " + thrown.allowed() + ")";
    return new ProblemAnswer(ProblemCode.METHOD_NOT_ALLOWED, detail, Map.of());
  }

  private static String nameOf(ServerRequest request) {
    return request.prologue().method().text() + " " + RequestTarget.of(request.prologue()).path();
  }

  private static void answer(
      ServerRequest request,
      ServerResponse response,
      RequestBody body,
      ProblemAnswer problem,
      long drained) {
    if (response.isSent()) {
      throw new CloseConnectionException(nameOf(request) + " failed after its answer had begun");
    }
    if (!body.drain(drained)) {
      response.headers().set(HeaderValues.CONNECTION_CLOSE);
    }
    ProblemCode code = problem.code();
    if (code.isRetryable()) {
      response.headers().set(HeaderNames.RETRY_AFTER, Long.toString(problem.retryAfterSeconds()));
    }
    if (code == ProblemCode.UNAUTHENTICATED) {
      response.headers().set(HeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    response.headers().set(HeaderNames.CONTENT_TYPE, ProblemAnswer.MEDIA_TYPE);
    response.status(Status.create(code.status()));
    Exchange.send(request, response, problem.toJson());
  }
}
