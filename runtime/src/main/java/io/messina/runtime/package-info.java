/**
 * The common parts of everything that runs on a store: time that can be simulated, waiting, calls
 * in parallel, logging of temporary failures, fenced writes, the memory of caches, bytes, and
 * exceptions of requests. It knows the store and nothing else.
 */
@NullMarked
package io.messina.runtime;

import org.jspecify.annotations.NullMarked;
