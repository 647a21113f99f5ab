package io.messina.api;

import java.util.Map;

/**
 * That a server is well.
 *
 * @param status always {@code ok}; a server that is not well answers with a problem
 * @param checks what each check says
 */
public record Health(String status, Map<String, String> checks) {}
