/**
 * Clients for everything that has a name and a definition on the server, such as aggregates,
 * accounts and connectors.
 */
@NullMarked
package io.messina.client.definition;

import org.jspecify.annotations.NullMarked;
