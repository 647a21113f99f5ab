package io.messina.store.cql.session;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The encryption of connections. Passwords of stores are in no text that this class gives.
 *
 * @param trustStore the certificates to trust; empty for the ones that Java trusts
 * @param keyStore the certificate to show, if the database asks for one
 * @param hostNameCheck whether the certificate of a node must name the host that was connected to
 */
public record CqlTls(
    Optional<CertificateStore> trustStore,
    Optional<CertificateStore> keyStore,
    boolean hostNameCheck) {

  /** Trusts the certificates that Java trusts, shows none, and checks the names of hosts. */
  public static final CqlTls STANDARD = new CqlTls(Optional.empty(), Optional.empty(), true);

  /**
   * A file of certificates, of type PKCS12 or JKS.
   *
   * @param file its path
   * @param password of the file; may be empty for a PKCS12 file without one
   */
  public record CertificateStore(Path file, String password) {

    /** The file, without the password. */
    @Override
    public String toString() {
      return file.toString();
    }
  }
}
