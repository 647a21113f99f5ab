package io.messina.connectors.smtp;

import io.messina.connectors.Secret;

/** The account that sends. */
record SmtpLogin(String user, Secret password) {}
