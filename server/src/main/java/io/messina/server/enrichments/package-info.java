/** Enrichments by configuration over HTTP: what they do, how they go, and the states they make. */
@NullMarked
package io.messina.server.enrichments;

import org.jspecify.annotations.NullMarked;
