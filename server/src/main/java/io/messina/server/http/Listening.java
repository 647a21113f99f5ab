package io.messina.server.http;

import io.messina.server.config.Auth;
import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.Consent;
import io.messina.server.config.HostKind;
import io.messina.server.config.Options;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a server listens, and who may come in.
 *
 * @param host where to listen
 * @param shownHost by which others reach it
 * @param port 0 takes a free one
 * @param tls the files of its certificate; empty for plain HTTP
 * @param guard which pages of browsers are kept out
 */
public record Listening(
    String host, String shownHost, int port, Optional<TlsFiles> tls, LoopbackGuard guard) {

  /** PEM files of a certificate with those between it and its CA, and of its key. */
  public record TlsFiles(Path certificate, Path key) {}

  /** For programs of this machine alone. */
  public static Listening atLoopback(String host, int port) {
    return new Listening(host, host, port, Optional.empty(), LoopbackGuard.LOOPBACK);
  }

  /**
   * Takes the options.
   *
   * @throws ConfigurationException if strangers could come in, though nobody has said so
   */
  static Listening of(Configuration configuration) {
    String host = configuration.get(Options.HOST);
    boolean isLoopback = HostKind.of(host) == HostKind.LOOPBACK;
    boolean hasTokens = configuration.get(Options.AUTH) == Auth.TOKENS;
    Optional<TlsFiles> tls = tls(configuration);
    boolean isSafe = isLoopback || (hasTokens && tls.isPresent());
    if (!isSafe && configuration.get(Options.UNSAFE_OPEN) == Consent.NO) {
      throw new ConfigurationException(
          "host: "
              + host
              + " (expected: 127.0.0.1, ::1 or localhost; or auth=tokens, tls-certificate and"
              + " tls-key; or unsafe-open=yes: then whoever reaches this address can read, change"
              + " and delete all, or read along)");
    }
    LoopbackGuard guard = isLoopback ? LoopbackGuard.LOOPBACK : LoopbackGuard.NO_PAGES;
    return new Listening(
        host,
        HostKind.of(host) == HostKind.WILDCARD ? nameOfMachine(configuration) : host,
        configuration.get(Options.PORT),
        tls,
        hasTokens ? LoopbackGuard.NONE : guard);
  }

  private static Optional<TlsFiles> tls(Configuration configuration) {
    Optional<Path> certificate = configuration.find(Options.TLS_CERTIFICATE);
    Optional<Path> key = configuration.find(Options.TLS_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new ConfigurationException(
          "tls-certificate, tls-key: one of them (expected: both, or none)");
    }
    return certificate.map(file -> new TlsFiles(file, key.orElseThrow()));
  }

  /** As others of the cluster reach it, if that is known. */
  private static String nameOfMachine(Configuration configuration) {
    return configuration
        .find(Options.ADVERTISE)
        .map(advertised -> URI.create("tcp://" + advertised).getHost())
        .orElseGet(Listening::nameOfMachine);
  }

  private static String nameOfMachine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost";
    }
  }

  /** The beginning of URLs, as in {@code https://messina-1.example.com:}. */
  String urlBegin() {
    String scheme = tls.isPresent() ? "https://" : "http://";
    boolean isBare = shownHost.indexOf(':') >= 0 && !shownHost.startsWith("[");
    return scheme + (isBare ? "[" + shownHost + "]" : shownHost) + ":";
  }
}
