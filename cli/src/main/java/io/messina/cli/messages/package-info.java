/** Commands about messages, and the accounts, connectors, routes and templates by which they go. */
@NullMarked
package io.messina.cli.messages;

import org.jspecify.annotations.NullMarked;
