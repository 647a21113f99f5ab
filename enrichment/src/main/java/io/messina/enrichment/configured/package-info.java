/**
 * Enrichments by configuration at work: each node runs the enrichments of the catalog on the shards
 * that it owns, and shows the states that they make.
 */
@NullMarked
package io.messina.enrichment.configured;

import org.jspecify.annotations.NullMarked;
