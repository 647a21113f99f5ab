/**
 * Features of a server over HTTP: the latency of reads at a rate, how reads are shared, and what a
 * server adds to the bare driver. For the programs of this module.
 */
@NullMarked
package io.messina.bench.features;

import org.jspecify.annotations.NullMarked;
