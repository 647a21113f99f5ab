package io.messina.store.cql.session;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/**
 * Opens sessions of the driver, set up by {@link CqlOptions} alone: configuration files and system
 * properties of the process that are meant for the driver change nothing.
 */
public final class CqlSessions {

  /** The execution profile of fenced writes: nothing is ever sent twice. */
  public static final String FENCED = "fenced";

  /**
   * The execution profile of questions about the cluster: short, at one node, asked once. Their
   * answers tell how the cluster is, so that a late one is as good as none.
   */
  public static final String EXAMINATION = "examination";

  private CqlSessions() {}

  /**
   * Opens a session. It is not bound to the keyspace, which may be missing: statements name it.
   * Nodes that are down or hang cost a few seconds; one that answers is enough.
   *
   * @param options how to reach the cluster
   * @return a session, to be closed by the caller
   * @throws StoreUnavailableException if no contact point answers
   * @throws StoreException with code {@link StoreException.Code#MISCONFIGURED} if the database
   *     wants other credentials, or if encryption cannot be set up as asked for
   */
  public static CqlSession open(CqlOptions options) {
    List<InetSocketAddress> addresses = resolved(options);
    try {
      return builder(options, addresses).build();
    } catch (AllNodesFailedException e) {
      throw refused(options, e);
    }
  }

  private static CqlSessionBuilder builder(CqlOptions options, List<InetSocketAddress> addresses) {
    CqlSessionBuilder builder =
        CqlSession.builder()
            .withApplicationName("messina")
            .withConfigLoader(DriverOptions.loader(options))
            .addContactPoints(addresses);
    options
        .credentials()
        .ifPresent(given -> builder.withAuthCredentials(given.user(), given.password()));
    options
        .tls()
        .ifPresent(
            tls ->
                builder.withSslEngineFactory(
                    new ProgrammaticSslEngineFactory(
                        TlsContext.of(tls), null, tls.hostNameCheck())));
    return builder;
  }

  private static List<InetSocketAddress> resolved(CqlOptions options) {
    List<InetSocketAddress> found = new ArrayList<>();
    for (InetSocketAddress point : options.contactPoints()) {
      if (point.isUnresolved()) {
        found.addAll(lookedUp(point));
      } else {
        found.add(point);
      }
    }
    if (found.isEmpty()) {
      throw new StoreUnavailableException(
          "no host of that name: " + names(options) + "; check the contact points of the store");
    }
    return found;
  }

  private static List<InetSocketAddress> lookedUp(InetSocketAddress point) {
    List<InetSocketAddress> found = new ArrayList<>();
    try {
      for (InetAddress address : InetAddress.getAllByName(point.getHostString())) {
        found.add(new InetSocketAddress(address, point.getPort()));
      }
    } catch (UnknownHostException e) {
      return List.of();
    }
    return found;
  }

  private static StoreException refused(CqlOptions options, AllNodesFailedException e) {
    if (cause(e, AuthenticationException.class).isPresent()) {
      return new StoreException(
          StoreException.Code.MISCONFIGURED,
          options
              .credentials()
              .map(given -> "the database refuses " + given + ": check name and password")
              .orElse("the database asks for credentials: give a user and a password"),
          e);
    }
    Optional<SSLException> encryption = cause(e, SSLException.class);
    if (encryption.isPresent()) {
      return new StoreException(
          StoreException.Code.MISCONFIGURED,
          "no encrypted connection to "
              + names(options)
              + " ("
              + encryption.get().getMessage()
              + "): check tls and the trust store",
          e);
    }
    return new StoreUnavailableException(
        "no node answers at "
            + names(options)
            + ": check that the database runs, the address, the port and whether it wants TLS",
        e);
  }

  /** The first of this kind among the causes at each node. */
  private static <T extends Throwable> Optional<T> cause(
      AllNodesFailedException exception, Class<T> kind) {
    for (List<Throwable> errors : exception.getAllErrors().values()) {
      for (Throwable error : errors) {
        for (Throwable at = error; at != null; at = at.getCause()) {
          if (kind.isInstance(at)) {
            return Optional.of(kind.cast(at));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static String names(CqlOptions options) {
    return options.contactPoints().stream()
        .map(point -> point.getHostString() + ":" + point.getPort())
        .collect(Collectors.joining(", "));
  }
}
