package io.messina.client.event;

import io.messina.api.Checks;
import io.messina.client.internal.KnownJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The content of an event: JSON, or bytes of any media type. Unchanging. */
public final class Payload {

  /** The content type of JSON. */
  public static final String JSON = "application/json";

  /** The content type of bytes that name none. */
  public static final String OCTETS = "application/octet-stream";

  private static final String TEXT = "text/plain; charset=utf-8";
  private static final int CONTENT_TYPE_CHARS_MAX = 128;

  private final String contentType;
  private final boolean json;
  private final byte[] bytes;

  private Payload(String contentType, boolean json, byte[] bytes) {
    Checks.text("content type", contentType, CONTENT_TYPE_CHARS_MAX);
    this.contentType = contentType;
    this.json = json;
    this.bytes = bytes;
  }

  /**
   * JSON.
   *
   * @param text one JSON value
   * @return the payload
   * @throws IllegalArgumentException if it is not well-formed, or nested more than 199 deep
   */
  public static Payload json(String text) {
    return checkedJson(JSON, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * JSON.
   *
   * @param utf8 one JSON value in UTF-8
   * @return the payload
   * @throws IllegalArgumentException if it is not well-formed, or nested more than 199 deep
   */
  public static Payload json(byte[] utf8) {
    return checkedJson(JSON, utf8.clone());
  }

  /**
   * Bytes without a media type.
   *
   * @param bytes any, as the stream bounds them
   * @return the payload
   */
  public static Payload bytes(byte[] bytes) {
    return bytes(bytes, OCTETS);
  }

  /**
   * Bytes of a media type.
   *
   * @param bytes any, as the stream bounds them
   * @param contentType 1 to 128 characters
   * @return the payload
   * @throws IllegalArgumentException if the content type is empty or longer
   */
  public static Payload bytes(byte[] bytes, String contentType) {
    return new Payload(contentType, false, bytes.clone());
  }

  /**
   * Plain text.
   *
   * @param text any text, as the stream bounds it
   * @return the payload
   */
  public static Payload text(String text) {
    return new Payload(TEXT, false, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Makes a payload from the parts of another one, as {@link #isJson} and {@link #contentType}
   * return them.
   *
   * @param contentType 1 to 128 characters
   * @param json whether it is one JSON value in UTF-8
   * @param bytes any, as the stream bounds them
   * @return the payload
   * @throws IllegalArgumentException if the content type is empty or longer, or JSON is not
   *     well-formed
   */
  public static Payload of(String contentType, boolean json, byte[] bytes) {
    return json ? checkedJson(contentType, bytes.clone()) : bytes(bytes, contentType);
  }

  /**
   * Makes a payload from JSON of an answer, which is not checked again and not copied.
   *
   * @param contentType 1 to 128 characters
   * @param json the JSON of the answer
   * @return the payload
   */
  @SuppressWarnings("exports") // no application can name a KnownJson
  public static Payload of(String contentType, KnownJson json) {
    return new Payload(contentType, true, json.utf8());
  }

  private static Payload checkedJson(String contentType, byte[] utf8) {
    Checks.json("payload", utf8);
    return new Payload(contentType, true, oneLine(utf8));
  }

  /**
   * Line ends occur only between values, where a blank has the same meaning; a line must hold one
   * event.
   */
  private static byte[] oneLine(byte[] json) {
    for (int i = 0; i < json.length; i++) {
      if (json[i] == '\n' || json[i] == '\r') {
        json[i] = ' ';
      }
    }
    return json;
  }

  /**
   * The media type.
   *
   * @return 1 to 128 characters
   */
  public String contentType() {
    return contentType;
  }

  /**
   * Whether the API embeds it as JSON rather than as Base64.
   *
   * @return true for a payload made by {@link #json(String)}, and for one that the server says is
   *     JSON
   */
  public boolean isJson() {
    return json;
  }

  /**
   * Returns its size.
   *
   * @return in bytes
   */
  public int length() {
    return bytes.length;
  }

  /**
   * The bytes; of JSON, its text in UTF-8.
   *
   * @return a copy
   */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /**
   * Copies the bytes into an array.
   *
   * @param into has room for {@link #length} bytes
   * @param at where they begin there
   */
  public void copyTo(byte[] into, int at) {
    System.arraycopy(bytes, 0, into, at, bytes.length);
  }

  /**
   * The bytes read as UTF-8.
   *
   * @return the text
   */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload that
        && json == that.json
        && contentType.equals(that.contentType)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The text of JSON; of bytes, their number. */
  @Override
  public String toString() {
    return json ? text() : bytes.length + " bytes of " + contentType;
  }
}
