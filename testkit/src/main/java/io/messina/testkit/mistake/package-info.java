/**
 * Mistakes that are put into classes as they are loaded, so that what ships has no place for them.
 * Tests that are run with such a class have to notice.
 */
@NullMarked
package io.messina.testkit.mistake;

import org.jspecify.annotations.NullMarked;
