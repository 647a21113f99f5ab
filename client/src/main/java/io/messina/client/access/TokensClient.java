package io.messina.client.access;

import io.messina.api.Wire;
import io.messina.api.access.NewToken;
import io.messina.api.access.TokenName;
import io.messina.api.access.TokenOptions;
import io.messina.api.access.TokenReport;
import io.messina.client.internal.Call;
import io.messina.client.internal.Transport;
import java.util.List;

/**
 * The tokens of servers that ask for them. The client's own token must have the scope {@code
 * admin}. Methods wait for the answer, and throw {@link io.messina.client.error.MessinaException}.
 * Safe for use by many threads.
 */
public final class TokensClient {

  private static final String ALL = "/v1/tokens";

  private final Transport transport;

  /**
   * All tokens; applications ask {@code MessinaClient} for them.
   *
   * @param transport sends the requests
   */
  @SuppressWarnings("exports") // no application can name it
  public TokensClient(Transport transport) {
    this.transport = transport;
  }

  /**
   * Creates a token. If the answer is lost, a repeat finds the name taken: revoke it, and create it
   * again.
   *
   * @param name that no token has
   * @param options its scopes and bounds
   * @return the token, which is shown this once
   */
  public NewToken create(TokenName name, TokenOptions options) {
    return transport.send(
        Call.post(path(name), Wire.utf8(options), Call.Repeat.UNDONE), NewToken.class);
  }

  /**
   * Returns all tokens that are not revoked.
   *
   * @return in the order of their names
   */
  public List<TokenReport> list() {
    return transport.list(ALL, "tokens", TokenReport.class);
  }

  /**
   * Returns a token.
   *
   * @param name which
   * @return the token without its secret
   */
  public TokenReport get(TokenName name) {
    return transport.send(Call.get(path(name)), TokenReport.class);
  }

  /**
   * Revokes a token: within two seconds all servers refuse it.
   *
   * @param name which
   */
  public void revoke(TokenName name) {
    transport.sendForNothing(Call.delete(path(name)));
  }

  private static String path(TokenName name) {
    return ALL + "/" + name;
  }
}
