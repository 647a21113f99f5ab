/** Tests of the rules that hold for the tests of all modules; their own module cannot have any. */
@NullMarked
package io.messina.test.rules;

import org.jspecify.annotations.NullMarked;
