/**
 * The messaging of a process: the catalog of accounts, connectors and routes, the connectors that
 * run, and the parts that they need.
 */
@NullMarked
package io.messina.messaging.node;

import org.jspecify.annotations.NullMarked;
