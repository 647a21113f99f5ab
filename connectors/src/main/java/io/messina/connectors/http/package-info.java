/**
 * Providers with an API over HTTP. Options describe the requests, and the meaning of answers and
 * receipts, so that a new provider needs no code.
 */
@NullMarked
package io.messina.connectors.http;

import org.jspecify.annotations.NullMarked;
