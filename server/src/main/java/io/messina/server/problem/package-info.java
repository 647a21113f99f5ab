/**
 * What a request is told that cannot be answered: {@code application/problem+json} with a stable
 * code, a sentence, and what to do.
 */
@NullMarked
package io.messina.server.problem;

import org.jspecify.annotations.NullMarked;
