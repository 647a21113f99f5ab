/**
 * Templates of accounts: what they say in each version and language, and what messages made of them
 * say. A template sees the parameters of a message and nothing else.
 */
@NullMarked
package io.messina.messaging.template;

import org.jspecify.annotations.NullMarked;
