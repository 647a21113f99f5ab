/** Chooses connectors by rules, by their health and by their pace. */
@NullMarked
package io.messina.messaging.choice;

import org.jspecify.annotations.NullMarked;
