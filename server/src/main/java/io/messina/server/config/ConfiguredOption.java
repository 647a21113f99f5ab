package io.messina.server.config;

/**
 * An option with its value, for people.
 *
 * @param option what it is
 * @param value its text; empty for none
 * @param source where it comes from, as in {@code --port}, {@code MESSINA_PORT}, {@code
 *     messina.yaml, line 3: port} and {@code default}
 */
public record ConfiguredOption(Option<?> option, String value, String source) {}
