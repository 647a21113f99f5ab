package io.messina.connectors.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.messina.api.message.protocol.DkimOptions;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.Secret;
import io.messina.connectors.SendResult;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.apache.james.jdkim.DKIMVerifier;
import org.apache.james.jdkim.api.SignatureRecord;
import org.apache.james.jdkim.exceptions.FailException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DkimSignerTest {

  private static final DkimOptions OPTIONS = new DkimOptions("example.com", "s1", "file:/dkim.pem");
  private static final KeyPair RSA = pair("RSA", 2_048);
  private static final KeyPair ED25519 = pair("Ed25519", 255);

  private static KeyPair pair(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String pem(KeyPair pair) {
    return "-----BEGIN PRIVATE KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'})
            .encodeToString(pair.getPrivate().getEncoded())
        + "\n-----END PRIVATE KEY-----\n";
  }

  private static String signed(String key, OutgoingMessage message) throws UnfitMailException {
    MailComposer composer =
        new MailComposer(
            Mails.inClear(25).dkim(OPTIONS),
            Mails.secrets(Map.of("file:/dkim.pem", key)),
            Mails.NOON);
    return new String(composer.compose(message).bytes(), UTF_8);
  }

  /** By a verifier that is not ours. */
  private static List<SignatureRecord> verified(String mail) throws Exception {
    DKIMVerifier verifier =
        new DKIMVerifier(
            (method, selector, domain) ->
                List.of("v=DKIM1; k=rsa; p=" + base64(RSA.getPublic().getEncoded())));
    return verifier.verify(new ByteArrayInputStream(mail.getBytes(UTF_8)));
  }

  private static OutgoingMessage mail(String subject, String text, String html) {
    return new OutgoingMessage(
        "m1",
        Optional.of(
            "Caff\u00e8 \u201cMessina\u201d, with a name that is long enough to fold"
                + " <news@example.com>"),
        "a@example.org",
        new Content.Mail(subject, Optional.of(text), Optional.of(html)),
        Map.of(),
        Optional.of(URI.create("https://example.com/unsubscribe/" + "x".repeat(200))));
  }

  @Test
  void a_verifier_of_others_finds_it_whole() throws Exception {
    List<SignatureRecord> records =
        verified(
            signed(pem(RSA), mail("A subject ".repeat(20).strip(), "a  b \n\n\n", "<p>\t</p>")));
    assertThat(records).hasSize(1);
    SignatureRecord record = records.getFirst();
    assertThat(record.getHeaders().stream().map(CharSequence::toString))
        .containsExactly(
            "From",
            "To",
            "Subject",
            "Date",
            "Message-ID",
            "List-Unsubscribe",
            "List-Unsubscribe-Post",
            "MIME-Version",
            "Content-Type",
            "From");
    assertThat(record.getDToken()).hasToString("example.com");
    assertThat(record.getSignatureTimestamp()).isEqualTo(Mails.NOON.instant().getEpochSecond());
  }

  @Property(tries = 60)
  void so_it_does_whatever_the_mail_says(
      @ForAll @StringLength(max = 200) String subject, @ForAll @StringLength(max = 500) String text)
      throws Exception {
    String line = subject.replaceAll("\\p{Cc}", " ");
    assertThat(verified(signed(pem(RSA), mail(line, text, text + "\n \t\n\n")))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Subject: x|Subject: y",
        "To: a@example.org|To: b@example.org",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n|",
        "hello|hallo",
        "MIME-Version: 1.0|From: ceo@example.com\r\nMIME-Version: 1.0"
      })
  void what_is_changed_is_found_out(String change) throws Exception {
    String mail = signed(pem(RSA), mail("x", "hello", "hello"));
    String[] parts = change.split("\\|", 2);
    assertThat(mail).contains(parts[0]);
    assertThatExceptionOfType(FailException.class)
        .isThrownBy(
            () -> verified(mail.replaceFirst(java.util.regex.Pattern.quote(parts[0]), parts[1])));
  }

  @Test
  void no_line_of_it_is_long() throws Exception {
    assertThat(signed(pem(RSA), Mails.mail("m1", "a@example.org")).lines())
        .allMatch(line -> line.length() <= 78);
  }

  @Test
  void a_key_of_ed25519_signs_as_rfc_8463_says() throws Exception {
    String mail = signed(pem(ED25519), mail("S", "a  b \n\n\n", "<p>\t</p>"));
    assertThat(mail).startsWith("DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;");
    assertThat(Ed25519Verification.isValid(mail, ED25519.getPublic())).isTrue();
    assertThat(
            Ed25519Verification.isValid(
                mail.replace("Subject: S", "Subject: T"), ED25519.getPublic()))
        .isFalse();
  }

  @Test
  void what_verifies_ed25519_here_agrees_with_the_example_of_rfc_8463() throws Exception {
    assertThat(
            Ed25519Verification.isValid(
                Ed25519Verification.EXAMPLE, Ed25519Verification.exampleKey()))
        .isTrue();
    assertThat(
            Ed25519Verification.isValid(
                Ed25519Verification.EXAMPLE.replace("dinner", "lunch"),
                Ed25519Verification.exampleKey()))
        .isFalse();
  }

  @Test
  void a_key_may_be_in_one_line() throws Exception {
    OutgoingMessage mail = Mails.mail("m1", "a@example.org");
    String signed = signed(pem(RSA), mail);
    assertThat(signed(base64(RSA.getPrivate().getEncoded()), mail)).isEqualTo(signed);
    assertThat(signed(pem(RSA).replace("\n", "\\n"), mail)).isEqualTo(signed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hunter2",
        "-----BEGIN RSA PRIVATE KEY-----\naGVsbG8=\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\naGVsbG8=\n-----END PRIVATE KEY-----"
      })
  void what_is_no_key_is_not_repeated(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DkimKey.parse(new Secret(text)))
        .withMessageStartingWith("dkim.key: not a key")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2", "aGVs"));
  }

  @Test
  void a_key_that_verifiers_refuse_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DkimKey.parse(new Secret(pem(pair("RSA", 512)))))
        .withMessageStartingWith("dkim.key: too short");
  }

  @Test
  void a_key_that_is_replaced_signs_from_the_next_mail_on() throws Exception {
    String[] key = {pem(RSA)};
    MailComposer composer =
        new MailComposer(
            Mails.inClear(25).dkim(OPTIONS), reference -> new Secret(key[0]), Mails.NOON);
    OutgoingMessage mail = Mails.mail("m1", "a@example.org");
    assertThat(new String(composer.compose(mail).bytes(), UTF_8)).contains("a=rsa-sha256");
    key[0] = pem(ED25519);
    assertThat(new String(composer.compose(mail).bytes(), UTF_8)).contains("a=ed25519-sha256");
  }

  @Test
  void without_its_key_a_mail_is_not_sent() {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(Mails.inClear(server.port()).dkim(OPTIONS))) {
      assertThat(connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE))
          .asInstanceOf(type(SendResult.Failed.class))
          .extracting(SendResult.Failed::code)
          .isEqualTo("dkim");
      assertThat(server.connections()).isZero();
    }
  }

  /**
   * Verifies {@code relaxed/relaxed} signatures by Ed25519, written apart from what signs: no
   * library for Java does. Only of mails with one signature.
   */
  static final class Ed25519Verification {

    /** RFC 8463, A.3, without the second signature. */
    static final String EXAMPLE =
        """
        DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
         d=football.example.com; i=@football.example.com;
         q=dns/txt; s=brisbane; t=1528637909; h=from : to :
         subject : date : message-id : from : subject : date;
         bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
         b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
         Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
        From: Joe SixPack <joe@football.example.com>
        To: Suzie Q <suzie@shopping.example.net>
        Subject: Is dinner ready?
        Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
        Message-ID: <20030712040037.46341.5F8J@football.example.com>

        Hi.

        We lost the game.  Are you hungry yet?

        Joe.
        """
            .replace("\n", "\r\n");

    private Ed25519Verification() {}

    static PublicKey exampleKey() throws GeneralSecurityException {
      String prefix = "302a300506032b6570032100";
      byte[] raw = Base64.getDecoder().decode("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=");
      return KeyFactory.getInstance("Ed25519")
          .generatePublic(
              new X509EncodedKeySpec(
                  HexFormat.of().parseHex(prefix + HexFormat.of().formatHex(raw))));
    }

    static boolean isValid(String mail, PublicKey key) throws GeneralSecurityException {
      String[] parts = mail.split("\r\n\r\n", 2);
      List<String> headers =
          Arrays.stream(parts[0].replaceAll("\r\n(?=[ \t])", "").split("\r\n"))
              .map(Ed25519Verification::relaxed)
              .collect(Collectors.toCollection(ArrayList::new));
      String signature = headers.removeFirst();
      Map<String, String> tags =
          Arrays.stream(signature.substring("dkim-signature:".length()).split(";"))
              .map(tag -> tag.split("=", 2))
              .collect(Collectors.toMap(tag -> tag[0].strip(), tag -> tag[1].replace(" ", "")));
      StringBuilder text = new StringBuilder();
      for (String name : tags.getOrDefault("h", "").toLowerCase(Locale.ROOT).split(":", -1)) {
        // From below, each once
        for (int i = headers.size() - 1; i >= 0; i--) {
          if (headers.get(i).startsWith(name + ":")) {
            text.append(headers.remove(i)).append("\r\n");
            break;
          }
        }
      }
      text.append(signature.replaceAll("([ ;]b=)[^;]*", "$1"));
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(key);
      verifier.update(sha256(text.toString()));
      return Base64.getEncoder().encodeToString(sha256(body(parts[1]))).equals(tags.get("bh"))
          && verifier.verify(Base64.getDecoder().decode(tags.get("b")));
    }

    private static String relaxed(String header) {
      String[] parts = header.split(":", 2);
      return parts[0].toLowerCase(Locale.ROOT).strip()
          + ":"
          + parts[1].replaceAll("[ \t]+", " ").strip();
    }

    private static String body(String text) {
      return text.replaceAll("[ \t]+(?=\r\n)", "")
              .replaceAll("[ \t]+", " ")
              .replaceAll("(\r\n)+$", "")
          + "\r\n";
    }

    private static byte[] sha256(String text) throws GeneralSecurityException {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    }
  }
}
