/**
 * The part of the API that is about streams and groups: what each request means, and its answer.
 */
@NullMarked
package io.messina.server.streams;

import org.jspecify.annotations.NullMarked;
