/**
 * The HTTP server: routes and the document made from them, requests and answers, health and
 * metrics.
 */
@NullMarked
package io.messina.server.http;

import org.jspecify.annotations.NullMarked;
