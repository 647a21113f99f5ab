/**
 * Enrichment: the read-modify-write of a key's state for each event, with many keys under way and
 * never two requests for one key. The core decides and does no I/O; a shell asks the database and
 * passes on the answers.
 */
@NullMarked
package io.messina.enrich;

import org.jspecify.annotations.NullMarked;
