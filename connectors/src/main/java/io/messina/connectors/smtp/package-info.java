/**
 * Mail by SMTP, through one server for each connector. A loss before the text of a mail was begun
 * is a failure; after that it is an uncertainty.
 */
@NullMarked
package io.messina.connectors.smtp;

import org.jspecify.annotations.NullMarked;
