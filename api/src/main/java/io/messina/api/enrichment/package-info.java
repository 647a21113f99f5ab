/**
 * The vocabulary of enrichment: what makes the state of each key from a stream's events, and how it
 * goes. Each fact stands here once, with its bounds and its form in JSON.
 */
@NullMarked
package io.messina.api.enrichment;

import org.jspecify.annotations.NullMarked;
