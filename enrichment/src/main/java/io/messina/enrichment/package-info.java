/**
 * Enrichment of a stream in the process that owns its shards: the state of each key is kept in the
 * store, and written together with the position up to which events are in it.
 */
@NullMarked
package io.messina.enrichment;

import org.jspecify.annotations.NullMarked;
