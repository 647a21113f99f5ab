package io.messina.api;

import java.util.Map;

/**
 * The answer of a healthy server.
 *
 * @param status always {@code ok}; a server that is not well answers with a problem
 * @param checks result of each check
 */
public record Health(String status, Map<String, String> checks) {}
