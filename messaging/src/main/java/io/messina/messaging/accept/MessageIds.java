package io.messina.messaging.accept;

import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.message.NewMessage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** The ids of messages, and the digests that distinguish requests. */
public final class MessageIds {

  private static final int ID_BYTES = 16;
  private static final String RANDOM = "m";
  private static final Pattern ID = Pattern.compile("[mkr][0-9a-f]{32}");

  private MessageIds() {}

  /** Another one each time. */
  static String random(RandomGenerator random) {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return RANDOM + HexFormat.of().formatHex(bytes);
  }

  /** Whether {@link #random} has made an id, which then no other message has. */
  public static boolean isRandom(String id) {
    return id.startsWith(RANDOM);
  }

  /**
   * Returns the same id on all nodes that accept a message with this key at the same time, even
   * with different decisions, so that a stream sees one message.
   *
   * @param former earlier decisions for the key, before it was free again, the oldest first
   */
  static String of(MessageKeyTable.AccountKey accountKey, List<Decision> former) {
    String last = former.isEmpty() ? "" : "\0" + former.getLast().id();
    return "k" + hash(accountKey.account() + "\0" + accountKey.key() + last);
  }

  /**
   * Returns the id of the replay of a message: the same each time, so that a repeated request sends
   * no message twice.
   *
   * @param message the id of the message that is replayed
   */
  public static String ofReplay(String message) {
    return "r" + hash("replay\0" + message);
  }

  /**
   * Checks the form of an id that a caller gives.
   *
   * @return the same
   * @throws IllegalArgumentException if no message can have this id
   */
  public static String checked(String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(Shown.text(id) + " (expected: the id of a message)");
    }
    return id;
  }

  /** The digest of all that a request says. */
  static String digest(NewMessage wanted) {
    return hash(Wire.write(wanted));
  }

  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
