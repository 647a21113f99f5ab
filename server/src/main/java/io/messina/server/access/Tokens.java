package io.messina.server.access;

import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.WireException;
import io.messina.api.access.NewToken;
import io.messina.api.access.Scope;
import io.messina.api.access.TokenName;
import io.messina.api.access.TokenOptions;
import io.messina.api.access.TokenReport;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.Precondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Optional;

/**
 * The tokens of a store, the same for all its servers: each knows a new one, or that one is
 * revoked, within two seconds. Changes throw what those of definitions do. Safe for use by many
 * threads.
 */
public final class Tokens implements AutoCloseable {

  /** The name of the token of the admin-token-file in the audit, which no other one may have. */
  static final String OF_FILE = "admin-token-file";

  private static final int TOKENS_MAX = 2_000;
  private static final int NAMES_MAX = 10_000;

  private final Context context;
  private final GenerationCatalog<Token> catalog;

  private Tokens(Context context) {
    this.context = context;
    this.catalog =
        new GenerationCatalog<>(
            context,
            new GenerationCatalog.Kind<>(
                "tokens", TOKENS_MAX, NAMES_MAX, Token::read, Token::row, true, (_, _) -> {}));
  }

  /**
   * Begins to watch them.
   *
   * @throws io.messina.store.StoreException if the table of definitions cannot be made
   */
  static Tokens start(Context context) {
    context.store().create(DefinitionTable.DEFINITIONS);
    Tokens tokens = new Tokens(context);
    tokens.catalog.start();
    return tokens;
  }

  /**
   * Creates a token.
   *
   * @return the only record of its secret
   * @throws RequestException.Refused if the name is in use
   * @throws WireException if a scope or a sender can be that of nothing
   */
  public NewToken create(TokenName name, TokenOptions options) {
    options.scopes().forEach(Scope::checkName);
    options.senders().forEach(Tokens::checkSender);
    Token.Sent sent = Token.Sent.random(name);
    Instant now = context.now().truncatedTo(ChronoUnit.MILLIS);
    Token.Row row = new Token.Row(options, now, options.expiresIn().map(now::plus), sent.hash());
    Precondition isNew = tag -> checkNew(name, tag.get());
    Token token = catalog.put(name.toString(), Wire.write(row), isNew).value();
    return new NewToken(sent.text(), token.report());
  }

  private static void checkSender(String sender) {
    if (sender.isEmpty() || sender.lastIndexOf('*') > 0) {
      throw new WireException(
          WireException.Fault.BAD_NAME,
          "senders: " + Shown.text(sender) + " (expected: a sender, or * and the end of one)");
    }
  }

  private static void checkNew(TokenName name, Optional<String> tag) {
    if (tag.isPresent() || name.value().equals(OF_FILE)) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.CONFLICT,
          "token: " + name + " (expected: a name that no token has; revoke it, or take another)");
    }
  }

  /**
   * Revokes a token.
   *
   * @return whether there was one
   */
  public boolean revoke(TokenName name) {
    return catalog.delete(name.toString(), Precondition.NONE);
  }

  /** All that are not revoked, the expired ones among them. */
  public Collection<TokenReport> all() {
    return catalog.freshView().living().values().stream().map(Token::report).toList();
  }

  /** One of them. */
  public Optional<TokenReport> find(TokenName name) {
    return catalog.find(name.toString()).map(Token::report);
  }

  /** Whether none of them lets anybody in. */
  boolean areNone() {
    return catalog.freshView().living().values().stream()
        .allMatch(token -> token.isExpired(context.now()));
  }

  /** Whether they were ever read; until then nobody is known. */
  boolean areKnown() {
    return catalog.isLoaded();
  }

  /** The token that was sent, if it is not revoked and has not expired. */
  Optional<Token> known(Token.Sent sent) {
    return catalog
        .view()
        .find(sent.name())
        .filter(token -> token.isOf(sent))
        .filter(token -> !token.isExpired(context.now()));
  }

  /** Whether a token is still the one of its name, and has not expired. */
  boolean isValid(Token token) {
    return !token.isExpired(context.now())
        && catalog.view().find(token.name().toString()).filter(token::equals).isPresent();
  }

  @Override
  public void close() {
    catalog.close();
  }
}
