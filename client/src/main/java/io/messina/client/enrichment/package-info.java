/** Enrichments by configuration, and the states that they make. */
@NullMarked
package io.messina.client.enrichment;

import org.jspecify.annotations.NullMarked;
