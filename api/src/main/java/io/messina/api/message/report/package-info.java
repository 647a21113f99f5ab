/**
 * Campaigns, usage, endpoints and uncertain messages: totals and lists of what was sent, and the
 * requests that settle or repeat it.
 */
@NullMarked
package io.messina.api.message.report;

import org.jspecify.annotations.NullMarked;
