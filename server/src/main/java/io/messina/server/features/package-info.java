/** Features, lists, values and feeds over HTTP. */
@NullMarked
package io.messina.server.features;

import org.jspecify.annotations.NullMarked;
