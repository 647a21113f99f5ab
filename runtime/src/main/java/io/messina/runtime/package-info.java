/**
 * What every part that runs on a store needs: time that can be simulated, waiting, calls in
 * parallel, what is logged of failures that pass, fenced writes, the memory of caches, bytes, and
 * why a request fails. It knows the store and nothing else.
 */
@NullMarked
package io.messina.runtime;

import org.jspecify.annotations.NullMarked;
