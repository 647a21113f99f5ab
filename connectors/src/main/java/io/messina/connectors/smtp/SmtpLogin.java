package io.messina.connectors.smtp;

import io.messina.connectors.Secret;

/**
 * Who sends.
 *
 * @param user the name of the account
 * @param password of it
 */
record SmtpLogin(String user, Secret password) {}
