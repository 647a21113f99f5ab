/**
 * Features of a server over HTTP: the latency of reads at a rate, the sharing of reads, and the
 * overhead of a server over the bare driver. For the programs of this module.
 */
@NullMarked
package io.messina.bench.features;

import org.jspecify.annotations.NullMarked;
