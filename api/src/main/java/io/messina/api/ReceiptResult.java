package io.messina.api;

import java.util.Optional;

/**
 * What became of a receipt.
 *
 * @param receipt as it was given
 * @param status what became of it
 * @param detail why, if it was refused
 */
public record ReceiptResult(Receipt receipt, ReceiptStatus status, Optional<String> detail) {}
