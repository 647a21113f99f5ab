/** Features, lists, values and what feeds them over HTTP. */
@NullMarked
package io.messina.server.features;

import org.jspecify.annotations.NullMarked;
