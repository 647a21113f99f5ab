/**
 * Short messages by SMPP 3.4: texts become parts that phones can join, and each part is submitted
 * once. A message that is not known to be refused counts as uncertain.
 */
@NullMarked
package io.messina.connectors.smpp;

import org.jspecify.annotations.NullMarked;
