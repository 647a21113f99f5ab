package io.messina.connectors;

/** Of what a refusal is true. */
public enum RefusalScope {
  /** Of this message here; another provider may take it. */
  MESSAGE,
  /** Of the recipient: nobody can be reached there, by no provider and with no message. */
  BOUNCED,
  /** Of the recipient, who has told the provider to want no more. */
  UNSUBSCRIBED
}
