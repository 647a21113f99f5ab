/** Tests of SMPP against a message centre that acts by a script, over real connections. */
@NullMarked
package io.messina.connectors.smpp;

import org.jspecify.annotations.NullMarked;
