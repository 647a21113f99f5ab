/**
 * Messages to people and endpoints, and the connectors that send them. What a connector is told,
 * and how the answers and receipts of its provider are read.
 */
@NullMarked
package io.messina.api.message;

import org.jspecify.annotations.NullMarked;
