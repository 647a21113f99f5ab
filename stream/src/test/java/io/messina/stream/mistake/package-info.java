/**
 * Mistakes that are put into classes of Messina as they are loaded, so that what ships has no place
 * for them. Histories run in such a Messina have to show them.
 */
@NullMarked
package io.messina.stream.mistake;

import org.jspecify.annotations.NullMarked;
