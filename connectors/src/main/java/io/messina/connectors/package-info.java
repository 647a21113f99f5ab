/**
 * A provider of messages as Messina sees it: it takes a message or not, says so or not, and sends
 * receipts later. The packages below speak the protocols.
 */
@NullMarked
package io.messina.connectors;

import org.jspecify.annotations.NullMarked;
