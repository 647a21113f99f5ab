/**
 * Webhooks by Standard Webhooks 1.0.0: signed, and repeated under the same id until the receiver
 * has them. The receiver tells repeats apart by that id.
 */
@NullMarked
package io.messina.connectors.webhook;

import org.jspecify.annotations.NullMarked;
