package io.messina.server.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate of 127.0.0.1 and localhost that signs itself, in PEM files. */
public record PemCertificate(Path certificate, Path key) {

  private static final String PASSWORD = "changeit";

  /** Makes one in a folder, in place of the one that is there. */
  public static PemCertificate in(Path folder)
      throws IOException, GeneralSecurityException, InterruptedException {
    return in(folder, "EC", "-1d");
  }

  /**
   * Likewise, with another kind of key.
   *
   * @param begins as keytool has it; it lasts for 90 days from then on
   */
  static PemCertificate in(Path folder, String algorithm, String begins)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path store = Files.createTempDirectory(folder, "keys").resolve("keys.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process making =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "it",
                "-keyalg",
                algorithm,
                "-startdate",
                begins,
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    if (making.waitFor() != 0) {
      throw new IOException("keytool: " + making.exitValue());
    }
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    return new PemCertificate(
        write(
            folder.resolve("certificate.pem"),
            "CERTIFICATE",
            keys.getCertificate("it").getEncoded()),
        write(
            folder.resolve("key.pem"),
            "PRIVATE KEY",
            keys.getKey("it", PASSWORD.toCharArray()).getEncoded()));
  }

  private static Path write(Path file, String type, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
  }
}
