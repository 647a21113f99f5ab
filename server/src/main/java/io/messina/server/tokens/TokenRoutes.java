package io.messina.server.tokens;

import io.messina.api.ProblemCode;
import io.messina.api.Wire;
import io.messina.api.access.NewToken;
import io.messina.api.access.TokenName;
import io.messina.api.access.TokenOptions;
import io.messina.api.access.TokenReport;
import io.messina.server.access.Access;
import io.messina.server.access.Tokens;
import io.messina.server.http.Exchange;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import java.io.IOException;
import java.util.List;

/** Creates, shows and revokes tokens. */
public final class TokenRoutes {

  private static final String ALL = "/v1/tokens";
  private static final String ONE = ALL + "/{token}";

  private final Access access;

  /** The routes of a server. */
  public TokenRoutes(Access access) {
    this.access = access;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        NamedPages.of(
            Route.of(Verb.GET, ALL, "listTokens", "All tokens that are not revoked.", this::list)
                .answers(Schema.page("Tokens", "tokens", Schema.answer(TokenReport.class)), 200)),
        Route.of(
                Verb.POST,
                ONE,
                "createToken",
                "Creates a token, and shows it this once. All servers know it within two seconds.",
                this::create)
            .takes(TokenOptions.class)
            .answers(NewToken.class, 201),
        Route.of(Verb.GET, ONE, "getToken", "A token without its secret.", this::get)
            .answers(TokenReport.class, 200),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteToken",
                "Revokes a token: all servers refuse it within two seconds.",
                this::revoke)
            .answersPlain(204));
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        "tokens",
        tokens().all(),
        TokenName::new,
        token -> token.name().toString(),
        token -> token);
  }

  private void create(Exchange exchange) throws IOException {
    TokenName name = exchange.path("token", TokenName::new);
    TokenOptions options = exchange.json().read(TokenOptions.class);
    exchange.creates(options);
    NewToken created = tokens().create(name, options);
    exchange.sendJson(201, json -> Wire.write(json, created));
  }

  private void get(Exchange exchange) {
    TokenName name = exchange.path("token", TokenName::new);
    TokenReport token = tokens().find(name).orElseThrow(() -> missing(name));
    exchange.sendJson(200, json -> Wire.write(json, token));
  }

  private void revoke(Exchange exchange) {
    TokenName name = exchange.path("token", TokenName::new);
    if (!tokens().revoke(name)) {
      throw missing(name);
    }
    exchange.sendNothing();
  }

  private Tokens tokens() {
    return access
        .tokens()
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemCode.CONFLICT,
                    "auth: off (expected: a server with auth=tokens, which alone asks for them)"));
  }

  private static ProblemException missing(TokenName name) {
    return new ProblemException(
        ProblemCode.TOKEN_NOT_FOUND,
        "token: " + name + " (expected: one that was created and is not revoked)");
  }
}
