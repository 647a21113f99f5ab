/** Enrichments by configuration over HTTP: their definitions, progress and states. */
@NullMarked
package io.messina.server.enrichments;

import org.jspecify.annotations.NullMarked;
