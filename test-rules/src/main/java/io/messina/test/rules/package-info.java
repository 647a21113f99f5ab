/**
 * The rules for the tests of all modules: the build that runs them, the time that a class may take,
 * and its cost. Every module has it on the class path of its tests.
 */
@NullMarked
package io.messina.test.rules;

import org.jspecify.annotations.NullMarked;
