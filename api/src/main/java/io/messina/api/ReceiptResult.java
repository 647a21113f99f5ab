package io.messina.api;

import java.util.Optional;

/**
 * Result of an operation on a receipt.
 *
 * @param receipt as it was given
 * @param status result
 * @param detail reason of a refusal
 */
public record ReceiptResult(Receipt receipt, ReceiptStatus status, Optional<String> detail) {}
