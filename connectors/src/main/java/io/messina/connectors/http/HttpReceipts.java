package io.messina.connectors.http;

import io.messina.api.Checks;
import io.messina.api.StrictJson;
import io.messina.api.message.connector.ReceiptFields;
import io.messina.api.message.connector.ReceiptFormat;
import io.messina.api.message.connector.ReceiptKind;
import io.messina.api.message.connector.ReceiptOptions;
import io.messina.connectors.Receipt;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * Reads the receipts that a provider sends over HTTP, as {@link ReceiptOptions} describe them. The
 * signature is checked before anything else is read. Safe for use by many threads.
 */
public final class HttpReceipts {

  private static final Logger LOG = LoggerFactory.getLogger(HttpReceipts.class);

  /** The most receipts in one callback. */
  public static final int RECEIPTS_MAX = 10_000;

  /** No page of HTML, and nothing else that somebody's browser would run. */
  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9._~-]{1,256}");

  private final ReceiptOptions options;
  private final Secrets secrets;
  private final Optional<CallbackSignature> signature;

  /**
   * A reader.
   *
   * @param secrets finds the keys that the options refer to, at each callback
   * @param clock for the age of signatures
   */
  public HttpReceipts(ReceiptOptions options, Secrets secrets, InstantSource clock) {
    this.options = options;
    this.secrets = secrets;
    signature = options.signature().map(each -> new CallbackSignature(each, secrets, clock));
  }

  /**
   * Answers the provider's question whether it may call this address, as Meta asks it.
   *
   * @param token the token that the provider was told
   * @param challenge the text to return
   * @return the challenge
   * @throws ReceiptException if the token is another, the challenge is none, or no token is
   *     configured
   * @throws IllegalArgumentException if the token cannot be found
   */
  public String answer(String token, String challenge) throws ReceiptException {
    boolean isRight =
        options
            .verifyToken()
            .map(secrets::find)
            .filter(
                known ->
                    MessageDigest.isEqual(
                        known.text().getBytes(StandardCharsets.UTF_8),
                        token.getBytes(StandardCharsets.UTF_8)))
            .isPresent();
    if (!isRight || !CHALLENGE.matcher(challenge).matches()) {
      throw new ReceiptException(
          ReceiptException.Fault.UNSIGNED,
          "hub.verify_token: another one, or no challenge (expected: as verify_token says)");
    }
    return challenge;
  }

  /**
   * Reads a callback.
   *
   * @return its receipts, in their order; none for a kind that is not in {@link
   *     ReceiptOptions#kinds}, or if the list is absent where it may be
   * @throws ReceiptException if it is not signed as it must be, or no receipt of it can be read; an
   *     unreadable receipt beside others is left out, as the provider would send the same again
   * @throws IllegalArgumentException if a key cannot be found, or is none
   */
  public List<Receipt> read(ReceiptCallback callback) throws ReceiptException {
    if (signature.isPresent()) {
      signature.get().check(callback);
    }
    List<Receipt> receipts = new ArrayList<>();
    if (options.format() == ReceiptFormat.FORM) {
      Map<String, String> fields = FormFields.read(callback.body());
      add(receipts, name -> Optional.ofNullable(fields.get(name)));
      return receipts;
    }
    List<JsonNode> found =
        ReceiptPath.parse(options.list().orElse("")).find(parsed(callback.body()));
    if (found.size() > RECEIPTS_MAX) {
      throw unreadable("more than " + RECEIPTS_MAX);
    }
    Optional<ReceiptException> fault = Optional.empty();
    int unreadable = 0;
    for (JsonNode node : found) {
      try {
        add(receipts, pointer -> text(node, pointer));
      } catch (ReceiptException e) {
        fault = Optional.of(e);
        unreadable++;
      }
    }
    if (fault.isPresent() && unreadable == found.size()) {
      throw fault.get();
    }
    if (fault.isPresent()) {
      LOG.warn(
          "{} of {} receipts are left out: {}", unreadable, found.size(), fault.get().getMessage());
    }
    return receipts;
  }

  private void add(List<Receipt> receipts, Function<String, Optional<String>> read)
      throws ReceiptException {
    ReceiptFields fields = options.fields();
    String status =
        read.apply(fields.status()).orElseThrow(() -> unreadable("no status at its place"));
    Optional<String> code = fields.code().flatMap(read).filter(text -> !text.isEmpty());
    Optional<ReceiptKind> kind = kind(status, code);
    if (kind.isEmpty()) {
      return;
    }
    String id =
        read.apply(fields.id())
            .map(text -> cut(text, SendResult.PROVIDER_ID_CHARS_MAX))
            .filter(text -> !text.isBlank() && Checks.isUtf8(text))
            .orElseThrow(() -> unreadable("no id at its place"));
    receipts.add(
        new Receipt(
            id,
            fields.part().flatMap(read).flatMap(HttpReceipts::part),
            kind.get(),
            code.map(text -> cut(text, SendResult.REASON_CHARS_MAX)),
            fields.reason().flatMap(read).map(text -> cut(text, SendResult.REASON_CHARS_MAX)),
            fields.at().flatMap(read).flatMap(ReceiptTimes::read)));
  }

  private Optional<ReceiptKind> kind(String status, Optional<String> code) {
    return code.map(text -> options.kinds().get(status + ":" + text))
        .or(() -> Optional.ofNullable(options.kinds().get(status)));
  }

  private static Optional<Integer> part(String text) {
    try {
      return Optional.of(Integer.parseInt(text)).filter(number -> number >= 1);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static JsonNode parsed(byte[] body) throws ReceiptException {
    try {
      JsonNode whole = StrictJson.read(body);
      if (!whole.isMissingNode()) {
        return whole;
      }
    } catch (JacksonException e) {
      // The sentence below says it.
    }
    throw unreadable("no JSON");
  }

  private static Optional<String> text(JsonNode node, String pointer) {
    return Optional.of(node.at(JsonPointer.compile(pointer)))
        .filter(JsonNode::isValueNode)
        .filter(value -> !value.isNull())
        .map(JsonNode::asString);
  }

  private static String cut(String text, int charsMax) {
    return text.length() <= charsMax ? text : text.substring(0, charsMax);
  }

  private static ReceiptException unreadable(String why) {
    return new ReceiptException(
        ReceiptException.Fault.UNREADABLE, "receipt: " + why + " (expected: as the options say)");
  }
}
