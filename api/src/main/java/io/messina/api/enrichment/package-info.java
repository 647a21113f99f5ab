/** The vocabulary of enrichment: options, reports, and the state of a key. */
@NullMarked
package io.messina.api.enrichment;

import org.jspecify.annotations.NullMarked;
