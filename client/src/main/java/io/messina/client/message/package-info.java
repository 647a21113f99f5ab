/**
 * Messages: sending them, reading their outcomes, and configuring their accounts, connectors,
 * routes and templates.
 */
@NullMarked
package io.messina.client.message;

import org.jspecify.annotations.NullMarked;
