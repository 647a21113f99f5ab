/**
 * The annotation processor that writes the withers of records. The compiler runs it; no program
 * does.
 */
@NullMarked
package io.messina.withers;

import org.jspecify.annotations.NullMarked;
