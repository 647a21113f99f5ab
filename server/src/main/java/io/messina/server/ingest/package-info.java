/**
 * From the body of a request to events: encodings, lines, keys and times, schemas; without trees
 * where nobody asked for one.
 */
@NullMarked
package io.messina.server.ingest;

import org.jspecify.annotations.NullMarked;
