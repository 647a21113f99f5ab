package io.messina.api;

import java.util.Locale;

/**
 * The problems of requests and of the server. The codes are stable; a newer server may answer with
 * others.
 */
public enum ProblemCode {
  /** The request is not HTTP as this server understands it, or makes no sense as a whole. */
  BAD_REQUEST(400, "The request is malformed.", "Correct it; the detail names the place."),
  /** The body, or a line of it, is not JSON. */
  MALFORMED_JSON(400, "The body is not JSON.", "Correct the body at the place that is named."),
  /** A JSON object has a field that means nothing here. */
  UNKNOWN_FIELD(400, "A field is unknown.", "Leave the field out, or correct its name."),
  /** The URL has a query parameter that means nothing here. */
  UNKNOWN_PARAMETER(
      400, "A query parameter is unknown.", "Leave the parameter out, or correct its name."),
  /** A value is of another type, or not written as it should be. */
  WRONG_TYPE(400, "A value has the wrong type.", "Use a value as the detail expects it."),
  /** A value is too small, too large, too long, or too many. */
  OUT_OF_BOUNDS(400, "A value is out of bounds.", "Use a value within the bounds of the detail."),
  /** A name has a form that is not allowed. */
  BAD_NAME(400, "A name is not allowed.", "Use the characters that the detail names."),
  /** A receipt of a provider has no valid signature. */
  BAD_SIGNATURE(
      401,
      "The signature is wrong.",
      "Let the connector's receipts name the key with which its provider signs."),
  /** The request has no token that this server knows. */
  UNAUTHENTICATED(
      401,
      "The token is absent or unknown.",
      "Send 'Authorization: Bearer' with a token that is not revoked and has not expired."),
  /** The token does not allow the request. */
  FORBIDDEN(403, "The token does not allow this.", "Ask for a token with the scope that is named."),
  /** The request comes from a place that may not ask. */
  FORBIDDEN_ORIGIN(
      403,
      "The request does not come from this machine.",
      "Call the server from this machine, by a loopback address; web pages of other sites are"
          + " refused."),
  /** The target of a change belongs to the server itself. */
  RESERVED(
      403,
      "It belongs to the server itself.",
      "Read it, or follow it with a group of your own; to change it, change what it belongs to."),
  /** The path does not exist. */
  NOT_FOUND(404, "There is no such path.", "See /openapi for all paths."),
  /** The stream does not exist. */
  STREAM_NOT_FOUND(404, "There is no such stream.", "Create it first, or correct its name."),
  /** The group does not exist. */
  GROUP_NOT_FOUND(404, "There is no such group.", "Create it first, or correct its name."),
  /** The event does not exist. */
  EVENT_NOT_FOUND(404, "There is no such event.", "It has expired, or its id is another one."),
  /** The feature, its version, or the feed does not exist. */
  FEATURE_NOT_FOUND(
      404, "There is no such feature, version or feed.", "Create it first, or correct its name."),
  /** The enrichment does not exist, or no event has the key. */
  ENRICHMENT_NOT_FOUND(
      404,
      "There is no such enrichment or key.",
      "Create it first, or correct its name or the key."),
  /** The aggregate does not exist. */
  AGGREGATE_NOT_FOUND(404, "There is no such aggregate.", "Create it first, or correct its name."),
  /** The sink does not exist. */
  SINK_NOT_FOUND(404, "There is no such sink.", "Create it first, or correct its name."),
  /** The message, account, template, route or connector does not exist. */
  MESSAGING_NOT_FOUND(
      404,
      "There is no such message, account, template, route or connector.",
      "Create it first, or correct its name."),
  /** The token does not exist. */
  TOKEN_NOT_FOUND(404, "There is no such token.", "Create it first, or correct its name."),
  /** The path is right, the method is not. */
  METHOD_NOT_ALLOWED(
      405, "The method is not allowed here.", "Use one that the Allow header names."),
  /** The request contradicts a definition or value that exists. */
  CONFLICT(
      409,
      "The request conflicts with the existing definition.",
      "Look at what is there, then decide."),
  /** An idempotency key was used for another event. */
  KEY_CONFLICT(
      409,
      "The idempotency key was used for another event.",
      "Use a new key for each new request; of this one only what 'stored' names is stored."),
  /** A message with this key is being accepted. */
  KEY_PENDING(
      409,
      "A message with this key is being accepted.",
      "Send it again after the seconds of Retry-After.",
      1),
  /** The definition does not have the tag of the request. */
  PRECONDITION_FAILED(
      412, "The condition of the request is not met.", "Look at what is there, then decide."),
  /** The body is too large, or has too many events or items. */
  TOO_LARGE(413, "The body is too large.", "Send less at once."),
  /** The body's type is not known here. */
  UNSUPPORTED_MEDIA_TYPE(
      415, "The content type is not supported.", "Send a type that the detail names."),
  /** The body's encoding is not known here. */
  UNSUPPORTED_ENCODING(
      415, "The content encoding is not supported.", "Send the body plain, or as gzip or zstd."),
  /** A payload is not as the schema of its stream says. */
  SCHEMA_VIOLATION(
      422,
      "A payload does not meet the schema of the stream.",
      "Correct the listed lines, or ask for ?partial=true to store the others."),
  /** The key was used for another message. */
  KEY_MISMATCH(
      422,
      "The key was used for another message within 24 hours.",
      "Use a new key for each new message; this one is not accepted."),
  /** A bounded buffer is full. */
  OVERLOADED(429, "The server is busy.", "Send it again after the seconds of Retry-After.", 1),
  /** The token has sent as much as it may for now. */
  RATE_LIMITED(
      429,
      "The token may send no more for now.",
      "Send it again after the seconds of Retry-After, or ask for a token that allows more.",
      1),
  /** An account may have no more messages accepted for now. */
  QUOTA_EXCEEDED(
      429,
      "The account may send no more for now.",
      "Send it again after the seconds of Retry-After, or raise the quota of the account.",
      1),
  /** The headers of the request are too large. */
  HEADERS_TOO_LARGE(
      431,
      "The headers are too large.",
      "Send fewer or shorter headers; a token is below 200 bytes."),
  /** A defect of the server. */
  INTERNAL(
      500,
      "The server failed.",
      "Look for the id in the server's log; send it again if that is harmless."),
  /** It cannot be done now and was not done. */
  UNAVAILABLE(
      503,
      "The server cannot do this at the moment.",
      "Send it again after the seconds of Retry-After.",
      1),
  /** A member of the cluster lives, but does not answer this server. */
  MEMBERS_UNREACHABLE(
      503,
      "This server does not reach all members of the cluster.",
      "Send it again after the seconds of Retry-After; if that lasts, look at the connections"
          + " between the servers that the detail names.",
      1),
  /** The server does not reach the owner of a shard, which is alive. It was not done. */
  OWNER_UNREACHABLE(
      503,
      "The server does not reach another one that owns the shard.",
      "Mend the network between the two that the detail names, or ask another server.",
      1),
  /** It may have been done or not. */
  UNKNOWN_OUTCOME(
      503,
      "It is unknown whether it was done.",
      "Send it again where that is harmless; with the same Idempotency-Key or batch number if it"
          + " appends.",
      1),
  /** The server is about to stop. */
  SHUTTING_DOWN(503, "The server is stopping.", "Send it again once it is back.", 1),
  /** The request speaks another version of HTTP. */
  HTTP_VERSION(505, "The version of HTTP is not supported.", "Use HTTP/1.1.");

  private static final int NEVER = 0;

  private final int status;
  private final String title;
  private final String action;
  private final int retryAfterSeconds;

  ProblemCode(int status, String title, String action) {
    this(status, title, action, NEVER);
  }

  ProblemCode(int status, String title, String action, int retryAfterSeconds) {
    this.status = status;
    this.title = title;
    this.action = action;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /**
   * The status of the response.
   *
   * @return from 400 to 599
   */
  public int status() {
    return status;
  }

  /**
   * The problem in one sentence, the same for all requests.
   *
   * @return one sentence
   */
  public String title() {
    return title;
  }

  /**
   * The remedy in one sentence.
   *
   * @return one sentence
   */
  public String action() {
    return action;
  }

  /**
   * Whether the same request may succeed later, so that Retry-After is sent. Repeating it may not
   * be harmless, if it may have been done already.
   */
  public boolean isRetryable() {
    return retryAfterSeconds != NEVER;
  }

  /**
   * When to try again.
   *
   * @return seconds, 0 if trying again does not help
   */
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
