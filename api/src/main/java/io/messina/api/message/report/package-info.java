/**
 * Campaigns, usage, endpoints and uncertain messages: usage and lists of messages, and the requests
 * that settle or repeat it.
 */
@NullMarked
package io.messina.api.message.report;

import org.jspecify.annotations.NullMarked;
