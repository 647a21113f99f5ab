/**
 * From the body of a request to events: encodings, lines, keys and times, schemas. It builds a tree
 * of JSON only if a schema needs one.
 */
@NullMarked
package io.messina.server.ingest;

import org.jspecify.annotations.NullMarked;
