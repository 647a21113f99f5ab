/**
 * Commands about messages, and about the accounts, connectors, routes and templates behind them.
 */
@NullMarked
package io.messina.cli.messages;

import org.jspecify.annotations.NullMarked;
