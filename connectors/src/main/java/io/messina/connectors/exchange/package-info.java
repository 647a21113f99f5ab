/**
 * One request over HTTP and its answer, never repeated, within one deadline, to checked addresses.
 * Its endings tell whether the request can have been read by anybody.
 */
@NullMarked
package io.messina.connectors.exchange;

import org.jspecify.annotations.NullMarked;
