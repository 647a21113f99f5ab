/**
 * Mistakes that are put into classes as they are loaded, so that the product contains no code for
 * them. Tests that are run with a class of this kind must notice.
 */
@NullMarked
package io.messina.testkit.mistake;

import org.jspecify.annotations.NullMarked;
