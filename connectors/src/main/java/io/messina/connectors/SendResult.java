package io.messina.connectors;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The result of sending one message. */
public sealed interface SendResult {

  /** The longest reason that is kept, in characters. */
  int REASON_CHARS_MAX = 500;

  /** The longest id of a provider, in characters. */
  int PROVIDER_ID_CHARS_MAX = 256;

  /**
   * The provider has it.
   *
   * @param providerIds by which its receipts name the message, if they do: one, or one for each
   *     part in their order; each cut to {@link #PROVIDER_ID_CHARS_MAX}, and a Message-ID without
   *     its angle brackets
   * @param parts how many the provider counts, as with long SMS, at least 1; empty if it does not
   *     say
   */
  record Accepted(List<String> providerIds, Optional<Integer> parts) implements SendResult {

    /** A checked acceptance. */
    public Accepted {
      providerIds = providerIds.stream().map(ProviderIds::alike).toList();
      parts
          .filter(count -> count < 1)
          .ifPresent(
              count -> {
                throw new IllegalArgumentException("parts: " + count + " (expected: at least 1)");
              });
    }

    /**
     * An acceptance of parts that were counted.
     *
     * @param providerIds by which its receipts name the message, if they do
     * @param parts how many the provider counts
     */
    public Accepted(List<String> providerIds, int parts) {
      this(providerIds, Optional.of(parts));
    }

    /**
     * An acceptance of the whole.
     *
     * @param providerId by which its receipts name the message, if they do
     * @param parts how many the provider counts
     */
    public Accepted(Optional<String> providerId, int parts) {
      this(providerId.stream().toList(), parts);
    }
  }

  /**
   * The provider does not have it, and will not take it: not now, and not later.
   *
   * @param code as the provider names it, such as 550 or 5.1.1
   * @param reason for people
   * @param scope the messages that the refusal is true of
   */
  record Refused(String code, String reason, RefusalScope scope) implements SendResult {

    /** Cuts a reason that is too long. */
    public Refused {
      reason = cut(reason);
    }

    /**
     * A refusal of this message.
     *
     * @param code as the provider names it
     * @param reason for people
     */
    public Refused(String code, String reason) {
      this(code, reason, RefusalScope.MESSAGE);
    }
  }

  /**
   * The provider certainly does not have it, and may take it later: greylisting, a full mailbox, no
   * connection.
   *
   * @param code as the provider names it, or {@code connect} if there was no connection
   * @param reason for people
   */
  record Failed(String code, String reason) implements SendResult {

    /** Cuts a reason that is too long. */
    public Failed {
      reason = cut(reason);
    }
  }

  /**
   * The provider certainly does not have it, because it takes no more from this account for a
   * while.
   *
   * @param retryAfter the wait that it asks for
   * @param reason for people
   */
  record Throttled(Optional<Duration> retryAfter, String reason) implements SendResult {

    /** Cuts a reason that is too long. */
    public Throttled {
      reason = cut(reason);
    }
  }

  /**
   * It is not known whether the provider has it: it was handed over, or may have been, and no
   * answer came.
   *
   * @param reason for people
   * @param partIds the ids of the parts that the provider certainly has, from the first on, as
   *     receipts name them: for a long message whose rest is in doubt; mostly empty
   * @param ownId the id that receipts use if the provider has the message, where the request chose
   *     the id
   */
  record Uncertain(String reason, List<String> partIds, Optional<String> ownId)
      implements SendResult {

    /** Cuts a reason and ids that are too long. */
    public Uncertain {
      reason = cut(reason);
      partIds = partIds.stream().map(ProviderIds::alike).toList();
      ownId = ownId.map(ProviderIds::alike);
    }

    /**
     * An uncertainty about some parts.
     *
     * @param reason for people
     * @param partIds of the parts that the provider certainly has
     */
    public Uncertain(String reason, List<String> partIds) {
      this(reason, partIds, Optional.empty());
    }

    /**
     * An uncertainty about the whole.
     *
     * @param reason for people
     */
    public Uncertain(String reason) {
      this(reason, List.of());
    }
  }

  private static String cut(String reason) {
    return reason.substring(0, Math.min(reason.length(), REASON_CHARS_MAX));
  }
}
