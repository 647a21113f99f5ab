/**
 * Templates of accounts, with their versions and languages, and the contents that are made from
 * them. A template sees the parameters of a message and nothing else.
 */
@NullMarked
package io.messina.messaging.template;

import org.jspecify.annotations.NullMarked;
