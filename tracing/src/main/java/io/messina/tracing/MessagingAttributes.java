package io.messina.tracing;

import io.opentelemetry.api.common.AttributeKey;

/** Attributes of spans by the conventions of OpenTelemetry, and one of our own. */
final class MessagingAttributes {

  /** The name of this system. */
  static final String MESSINA = "messina";

  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  static final AttributeKey<String> OPERATION_NAME =
      AttributeKey.stringKey("messaging.operation.name");
  static final AttributeKey<String> OPERATION_TYPE =
      AttributeKey.stringKey("messaging.operation.type");
  static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");
  static final AttributeKey<String> CONSUMER_GROUP =
      AttributeKey.stringKey("messaging.consumer.group.name");
  static final AttributeKey<String> MESSAGE_ID = AttributeKey.stringKey("messaging.message.id");
  static final AttributeKey<Long> MESSAGE_COUNT =
      AttributeKey.longKey("messaging.batch.message_count");
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
  static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("messina.attempt");

  private MessagingAttributes() {}
}
