/**
 * What a provider of messages is to Messina: it takes a message or not, says so or not, and sends
 * receipts later. The packages below speak the protocols.
 */
@NullMarked
package io.messina.connectors;

import org.jspecify.annotations.NullMarked;
