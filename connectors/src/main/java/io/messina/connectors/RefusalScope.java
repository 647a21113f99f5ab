package io.messina.connectors;

/** The messages that a refusal is true of. */
public enum RefusalScope {
  /** Of this message here; another provider may take it. */
  MESSAGE,
  /** All messages to this recipient: no provider can reach anyone at that address. */
  BOUNCED,
  /** All messages to this recipient, because the recipient has unsubscribed at the provider. */
  UNSUBSCRIBED
}
