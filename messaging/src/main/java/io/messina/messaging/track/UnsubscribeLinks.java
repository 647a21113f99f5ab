package io.messina.messaging.track;

import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.Context;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Links by which the recipient of a mail of a campaign unsubscribes from its account: one for each
 * message, always the same, and signed, so that a link cannot be guessed. Safe for use by many
 * threads.
 */
public final class UnsubscribeLinks {

  /** The path of links, before the message. */
  static final String PATH = "/v1/unsubscribe/";

  private static final String MAC = "HmacSHA256";
  private static final int TOKEN_BYTES = 16;

  private final Context context;
  private final MessageStreams streams;
  private final Optional<URI> publicUrl;
  private volatile byte @Nullable [] key;

  /**
   * Creates links to this service.
   *
   * @param publicUrl the URL of this service for recipients, without a slash at its end; empty for
   *     no links
   */
  public UnsubscribeLinks(Context context, MessageStreams streams, Optional<URI> publicUrl) {
    this.context = context;
    this.streams = streams;
    this.publicUrl = publicUrl;
  }

  /**
   * The link of a message.
   *
   * @return empty if it is no mail of a campaign, or recipients cannot reach this service
   * @throws io.messina.store.StoreException if the key is not known now
   */
  public Optional<URI> of(Message message) {
    boolean isOfMany =
        message.recipient().channel() == Channel.EMAIL
            && message.recipient().campaign().isPresent();
    return isOfMany ? publicUrl.map(base -> link(base, message.id())) : Optional.empty();
  }

  private URI link(URI base, String message) {
    return URI.create(base + PATH + message + "?token=" + token(message));
  }

  /** Returns whether a link was made here. */
  public boolean isGenuine(String message, String token) {
    return MessageDigest.isEqual(
        token(message).getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Suppresses the recipient of a message for mail of its account, within a moment. A repeat has no
   * effect.
   *
   * @param message in the path of a genuine link
   * @return whether the message is known
   */
  public boolean unsubscribe(String message) {
    Optional<MessageEvent> last =
        new TrackedMessages(context)
            .events(message).stream().max(Comparator.comparingInt(MessageEvent::hop));
    last.ifPresent(
        event ->
            streams.publish(List.of(event.then(MessageEventKind.UNSUBSCRIBED, context.now()))));
    return last.isPresent();
  }

  private String token(String message) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key(), MAC));
      byte[] signature = mac.doFinal(message.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(signature, 0, TOKEN_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] key() {
    byte[] known = key;
    if (known == null) {
      known = LinkKeyTable.key(context);
      key = known;
    }
    return known;
  }
}
