/**
 * Messina beside Kafka, PostgreSQL and a bare HTTP server, in turns on one machine. Run with {@code
 * ./messina bench peers}.
 */
@NullMarked
package io.messina.bench.peers;

import org.jspecify.annotations.NullMarked;
