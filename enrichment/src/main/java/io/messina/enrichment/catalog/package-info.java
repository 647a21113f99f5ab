/**
 * What enrichments by configuration there are: kept under a fence, and remembered by each node for
 * a second.
 */
@NullMarked
package io.messina.enrichment.catalog;

import org.jspecify.annotations.NullMarked;
