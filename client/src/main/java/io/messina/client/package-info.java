/**
 * The Java client of Messina's HTTP API, for Java 17 and newer. Begin with {@link
 * io.messina.client.MessinaClient}.
 */
@NullMarked
package io.messina.client;

import org.jspecify.annotations.NullMarked;
