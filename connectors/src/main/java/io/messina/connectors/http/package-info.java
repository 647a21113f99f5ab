/**
 * Providers with an API over HTTP. What is told to them, and what their answers and receipts mean,
 * stands in options, so that a new provider needs no code.
 */
@NullMarked
package io.messina.connectors.http;

import org.jspecify.annotations.NullMarked;
