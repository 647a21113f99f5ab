package io.messina.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.helidon.common.tls.Tls;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class CertificatesTest {

  @TempDir private Path folder;
  @TempDir private Path elsewhere;

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final List<Tls> used = new ArrayList<>();

  /** Another thread may be about to begin the log. */
  private static Logger logger() {
    SystemWaiting.until(() -> LoggerFactory.getILoggerFactory() instanceof LoggerContext);
    return (Logger) LoggerFactory.getLogger(Certificates.class);
  }

  @BeforeEach
  void listen() {
    log.start();
    logger().addAppender(log);
    logger().setLevel(Level.WARN);
  }

  @AfterEach
  void leave() {
    logger().detachAppender(log);
    logger().setLevel(null);
  }

  private static Certificates certificates(PemCertificate pem) {
    return new Certificates(new Listening.TlsFiles(pem.certificate(), pem.key()));
  }

  private List<String> warnings() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private static void replace(Path file, Path by) throws Exception {
    Files.move(by, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void a_pair_of_which_only_one_file_is_replaced_stays_in_use_until_the_other_follows()
      throws Exception {
    PemCertificate pem = PemCertificate.in(folder);
    try (Certificates certificates = certificates(pem)) {
      PemCertificate next = PemCertificate.in(elsewhere);
      replace(pem.certificate(), next.certificate());
      certificates.reload(used::add);
      certificates.reload(used::add);
      assertThat(used).isEmpty();
      assertThat(warnings()).hasSize(1).first().asString().contains("tls-key: " + pem.key());
      replace(pem.key(), next.key());
      certificates.reload(used::add);
      assertThat(used).hasSize(1);
      certificates.reload(used::add);
      assertThat(used).hasSize(1);
      assertThat(warnings()).hasSize(1);
    }
  }

  @Test
  void a_pair_of_rsa_is_used() throws Exception {
    try (Certificates certificates = certificates(PemCertificate.in(folder, "RSA", "-1d"))) {
      assertThat(certificates.tls().enabled()).isTrue();
    }
  }

  @Test
  void a_certificate_that_has_ended_or_not_begun_is_named_in_the_log() throws Exception {
    PemCertificate pem = PemCertificate.in(folder, "EC", "-91d");
    assertThat(Certificates.check(new Listening.TlsFiles(pem.certificate(), pem.key())))
        .hasSize(1)
        .first()
        .asString()
        .startsWith(pem.certificate() + ": ")
        .contains("CN=localhost, which ended at 20");
    try (Certificates certificates = certificates(pem)) {
      PemCertificate _ = PemCertificate.in(folder, "EC", "+1d");
      certificates.reload(used::add);
      assertThat(used).hasSize(1);
      assertThat(warnings()).hasSize(1).first().asString().contains("which begins at 20");
    }
  }
}
