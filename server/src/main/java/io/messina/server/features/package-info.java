/** Features, lists and values over HTTP. */
@NullMarked
package io.messina.server.features;

import org.jspecify.annotations.NullMarked;
