/**
 * Enrichment of a keyed stream: read, change and write the state of a key in a database, with
 * thousands of requests under way and never two for one key.
 */
@NullMarked
package io.messina.flink.enrichment;

import org.jspecify.annotations.NullMarked;
