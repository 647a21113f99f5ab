/**
 * What every part that runs on a store needs: time that can be simulated, waiting, calls in
 * parallel, what is logged of failures that pass, and fenced writes. It knows the store and nothing
 * else.
 */
@NullMarked
package io.messina.runtime;

import org.jspecify.annotations.NullMarked;
