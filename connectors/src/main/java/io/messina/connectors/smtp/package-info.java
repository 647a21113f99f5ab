/**
 * Mail by SMTP, through one server for each connector. What is lost before the text of a mail was
 * begun has failed, and what is lost after that is uncertain.
 */
@NullMarked
package io.messina.connectors.smtp;

import org.jspecify.annotations.NullMarked;
