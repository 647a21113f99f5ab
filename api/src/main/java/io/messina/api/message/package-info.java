/** Messages to people. How the connectors to their providers are set up. */
@NullMarked
package io.messina.api.message;

import org.jspecify.annotations.NullMarked;
