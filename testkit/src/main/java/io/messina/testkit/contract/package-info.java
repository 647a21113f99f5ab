/**
 * The promises of every store engine, as tests: {@link io.messina.testkit.contract.StoreContract}
 * and its parts. The test of an engine extends that one class; all other types here are internal to
 * it.
 */
@NullMarked
package io.messina.testkit.contract;

import org.jspecify.annotations.NullMarked;
