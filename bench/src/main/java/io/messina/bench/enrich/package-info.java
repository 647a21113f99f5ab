/**
 * Enrichment beside an unordered pipeline, on a database that answers after a fixed time. For the
 * programs of this module.
 */
@NullMarked
package io.messina.bench.enrich;

import org.jspecify.annotations.NullMarked;
