/**
 * Accounts, connectors and routes: what each of them is, the same for all nodes. A change holds on
 * all nodes within two seconds.
 */
@NullMarked
package io.messina.messaging.catalog;

import org.jspecify.annotations.NullMarked;
