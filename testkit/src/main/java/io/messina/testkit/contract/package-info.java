/**
 * What every store engine promises, as tests: {@link io.messina.testkit.contract.StoreContract} and
 * its parts. Whoever writes an engine extends that one class; all else here is its inside.
 */
@NullMarked
package io.messina.testkit.contract;

import org.jspecify.annotations.NullMarked;
