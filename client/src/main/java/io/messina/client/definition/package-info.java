/** What servers have by a name and a definition, such as aggregates, accounts and connectors. */
@NullMarked
package io.messina.client.definition;

import org.jspecify.annotations.NullMarked;
