/** What operators did, as events of a stream. */
@NullMarked
package io.messina.server.audit;

import org.jspecify.annotations.NullMarked;
