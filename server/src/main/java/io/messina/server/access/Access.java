package io.messina.server.access;

import io.messina.api.ProblemCode;
import io.messina.api.access.Scope;
import io.messina.api.access.TokenOptions;
import io.messina.runtime.Context;
import io.messina.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets requests in. Either tokens are asked for, or anybody may do all, as on a loopback address.
 * Safe for use by many threads.
 */
public final class Access implements AutoCloseable {

  private static final String SCHEME = "bearer ";

  private final Optional<Tokens> tokens;
  private final byte[] adminSecret;
  private final Caller admin = new Caller(Tokens.OF_FILE, TokenOptions.of(Scope.ADMIN), () -> true);
  private final Map<String, Known> callers = new ConcurrentHashMap<>(); // one for each name

  /** A token that has asked, with what is left of its allowances. */
  private record Known(Token token, Caller caller) {}

  private Access(Optional<Tokens> tokens, Optional<String> adminSecret) {
    this.tokens = tokens;
    this.adminSecret = adminSecret.orElse("").getBytes(StandardCharsets.UTF_8);
  }

  /** Anybody may do all. */
  public static Access ofAnybody() {
    return new Access(Optional.empty(), Optional.empty());
  }

  /**
   * Tokens are asked for.
   *
   * @param context has the store that holds them
   * @param adminSecret a token that may do all, though no store knows it
   */
  public static Access byTokens(Context context, Optional<String> adminSecret) {
    return new Access(Optional.of(Tokens.start(context)), adminSecret);
  }

  /**
   * Whether tokens are asked for, and there is none.
   *
   * @throws io.messina.runtime.RequestException.Unavailable if the store does not answer
   */
  public boolean isShut() {
    return adminSecret.length == 0 && tokens.filter(Tokens::areNone).isPresent();
  }

  /** The tokens, if they are asked for. */
  public Optional<Tokens> tokens() {
    return tokens;
  }

  /**
   * Checks that the permission of an operation is known.
   *
   * @param operation its id in the description of the API
   * @throws IllegalStateException if it is not
   */
  public static void checkKnown(String operation) {
    Object _ = Permissions.of(operation);
  }

  /** Whether no requests need tokens, as {@code auth=off}. */
  public boolean isOff() {
    return tokens.isEmpty();
  }

  /** Whether an operation needs no token on any server, as strangers call it. */
  public static boolean isOpen(String operation) {
    Permission permission = Permissions.all().get(operation);
    return permission != null && permission.checks() == Permission.Checks.NEVER;
  }

  /** Whether a request is an act of an operator that is audited. */
  public boolean isAudited(String operation) {
    return tokens.isPresent() && Permissions.of(operation).isAdministrative();
  }

  /**
   * Lets a request in.
   *
   * @param operation its id in the description of the API
   * @param variables of its path
   * @param authorization its header
   * @return the one who asks
   * @throws ProblemException if he is unknown, or may not
   */
  public Caller admit(
      String operation, Map<String, String> variables, Optional<String> authorization) {
    if (tokens.isEmpty()) {
      return Caller.ANYBODY;
    }
    Permission permission = Permissions.of(operation);
    if (permission.checks() == Permission.Checks.NEVER) {
      return Caller.ANYBODY;
    }
    Caller caller = caller(tokens.get(), authorization);
    boolean isAllowed =
        switch (permission.checks()) {
          case HEAD ->
              caller.may(permission.resource(), permission.name(variables), permission.action());
          case BODY -> caller.mayAny(permission.resource(), permission.action());
          case ADMIN, NEVER -> caller.isAdmin();
        };
    if (!isAllowed) {
      throw caller.forbidden(permission.shown(variables));
    }
    return caller;
  }

  @SuppressWarnings("ReferenceEquality") // equal ones that are not the same are compared once
  private Caller caller(Tokens known, Optional<String> authorization) {
    String text = bearer(authorization);
    if (adminSecret.length > 0
        && MessageDigest.isEqual(adminSecret, text.getBytes(StandardCharsets.UTF_8))) {
      return admin;
    }
    if (!known.areKnown()) {
      throw new ProblemException(
          ProblemCode.UNAVAILABLE, "tokens: not read yet (expected: a store that answers)");
    }
    Token token = Token.Sent.parse(text).flatMap(known::known).orElseThrow(Caller::unknown);
    String name = token.name().toString();
    Known before = callers.get(name);
    return before != null && before.token == token
        ? before.caller
        : asked(known, name, token).caller;
  }

  /** A token keeps its allowances for as long as it stays the same, however often it is read. */
  private Known asked(Tokens known, String name, Token token) {
    return callers.compute(
        name,
        (_, standing) ->
            new Known(
                token,
                standing != null && standing.token.equals(token)
                    ? standing.caller
                    : new Caller(name, token.row().options(), () -> known.isValid(token))));
  }

  private static String bearer(Optional<String> authorization) {
    String header = authorization.orElse("");
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new ProblemException(
          ProblemCode.UNAUTHENTICATED,
          "authorization: "
              + (header.isEmpty() ? "absent" : "of another scheme")
              + " (expected: Bearer and a token)");
    }
    return header.substring(SCHEME.length()).strip();
  }

  @Override
  public void close() {
    tokens.ifPresent(Tokens::close);
  }
}
