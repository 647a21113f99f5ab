/**
 * What holds for the tests of all modules: which build runs them, how long a class may take, and
 * what it cost. Every module has it on the class path of its tests.
 */
@NullMarked
package io.messina.test.rules;

import org.jspecify.annotations.NullMarked;
