/** The part of the API that is about streams and groups: the requests and their answers. */
@NullMarked
package io.messina.server.streams;

import org.jspecify.annotations.NullMarked;
